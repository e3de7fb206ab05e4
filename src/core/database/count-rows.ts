import type { Sql } from './db.ts'

export async function countRows(sql: Sql, table: string, storeId: string): Promise<number> {
  const [{ total }] = await sql<[{ total: number }]>`
    select count(*) as total from ${sql(table)} where store_id = ${storeId}`
  return total
}
