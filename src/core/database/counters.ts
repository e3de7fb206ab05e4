import type { Tx } from './db.ts'

/** In name order, so that transactions never deadlock. Call it at the end of the transaction, like `increment_counter`. */
export async function moveCount(tx: Tx, storeId: string, from: string, to: string): Promise<void> {
  const changes = [
    { name: from, by: -1 },
    { name: to, by: 1 },
  ]
  for (const { name, by } of changes.toSorted((a, b) => (a.name < b.name ? -1 : 1))) {
    await tx`select increment_counter(${storeId}, ${name}, ${by})`
  }
}
