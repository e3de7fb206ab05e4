import type { Tx } from './db.ts'

/**
 * Takes one thing from a list's total to another's, in the order of their names: no deadlock. To be called at the end of
 * the transaction, as `increment_counter` is (db/functions/increment_counter.sql).
 */
export async function moveCount(tx: Tx, storeId: string, from: string, to: string): Promise<void> {
  const changes = [
    { name: from, by: -1 },
    { name: to, by: 1 },
  ]
  for (const { name, by } of changes.toSorted((a, b) => (a.name < b.name ? -1 : 1))) {
    await tx`select increment_counter(${storeId}, ${name}, ${by})`
  }
}
