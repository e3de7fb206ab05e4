import type { Db, Fragment } from './db.ts'

/** The maximum of rows per statement, so that locks are short. */
export const MAX_ROWS = 5_000

type Purge = {
  table: string
  /** The columns of its primary key. */
  key: Fragment
  where: Fragment
  max?: number
}

/**
 * Deletes a batch of expired rows of all stores, skipping locked ones. Citus can't lock rows of several stores in a query, so
 * there the delete waits for locked rows.
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
