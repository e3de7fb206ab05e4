import type { Sql } from './db.ts'

/** How many rows of a table belong to a store. */
export async function countRows(sql: Sql, table: string, storeId: string): Promise<number> {
  const [{ total }] = await sql<[{ total: number }]>`
    select count(*) as total from ${sql(table)} where store_id = ${storeId}`
  return total
}
