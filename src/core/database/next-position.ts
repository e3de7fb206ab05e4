import type { Tx } from './db.ts'

/** The position after the last row of a store in a table whose rows are in order. */
export async function nextPosition(tx: Tx, table: string, storeId: string): Promise<number> {
  const [{ next }] = await tx<[{ next: number }]>`
    select coalesce(max(position) + 1, 0) as next from ${tx(table)} where store_id = ${storeId}`
  return next
}
