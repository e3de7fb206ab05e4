import type { Db } from './db.ts'

/** The maximum of rows per statement, so that locks are short. */
export const MAX_ROWS = 5_000

/** Expired rows of a table: the columns of its primary key, the condition, and what is deleted first, as SQL. */
export type ExpiredRows = { table: string; key: string; where: string; first?: string; max?: number }

/** Skips locked rows; on Citus, which can't lock rows of several stores in a query, it waits. @returns whether there may be more */
export async function purgeRows(
  sql: Db,
  { table, key, where, first, max = MAX_ROWS }: ExpiredRows,
): Promise<boolean> {
  const order = first ? `order by ${first} ` : '' // so that an index by age is read from its old end, as far as needed
  const found = `select ${key} from ${table} where ${where} ${order}limit ${max}`
  const { count } = await sql.unsafe(
    sql.engine === 'citus'
      ? `delete from ${table} where (${where}) and (${key}) in (${found})`
      : `delete from ${table} where (${key}) in (${found} for update skip locked)`,
  )
  return count === max
}
