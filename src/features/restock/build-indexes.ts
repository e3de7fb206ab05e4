import { buildIndexes } from '../../core/database/build-indexes.ts'
import type { Db } from '../../core/database/db.ts'

/**
 * By these `enqueueRestockNotices` finds what is due, and what anybody waits for. Without them it reads every request each minute: of a
 * million, 1.6 s instead of 0.5 s.
 */
export const restockIndexes = {
  restock_requests_due: '(due_at) where due_at is not null',
  restock_requests_of_variant: '(store_id, variant_id, due_at)',
}

export const buildRestockIndexes = (sql: Db): Promise<boolean> =>
  buildIndexes(sql, 'restock_requests', restockIndexes)
