import type { Tx } from './db.ts'

export const MAX_POSITION = 1_000_000

/** The position after a store's last row, in a table with a `position`; at most the highest that may be written. */
export async function nextPosition(tx: Tx, table: string, storeId: string): Promise<number> {
  const [{ next }] = await tx<[{ next: number }]>`
    select least(coalesce(max(position) + 1, 0), ${MAX_POSITION}::int) as next from ${tx(table)} where store_id = ${storeId}`
  return next
}
