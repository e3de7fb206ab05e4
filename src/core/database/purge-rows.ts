import type { Db, Fragment } from './db.ts'

/** Rows that one statement deletes, so that locks are short. */
export const MAX_ROWS = 5_000

type Purge = {
  table: string
  /** The columns of its primary key. */
  key: Fragment
  where: Fragment
  max?: number
}

/**
 * Deletes rows of any store that are over, skipping those that somebody has locked. Citus locks no rows of several stores: it
 * waits for them, and then reads them again.
 * @returns whether there may be more
 */
export async function purgeRows(sql: Db, { table, key, where, max = MAX_ROWS }: Purge): Promise<boolean> {
  const found = sql`select ${key} from ${sql(table)} where ${where} limit ${max}`
  const { count } =
    sql.engine === 'citus'
      ? await sql`delete from ${sql(table)} where ${where} and (${key}) in (${found})`
      : await sql`delete from ${sql(table)} where (${key}) in (${found} for update skip locked)`
  return count === max
}
