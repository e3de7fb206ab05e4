import { buildIndexes } from '../core/database/build-indexes.ts'
import type { Db } from '../core/database/db.ts'

/** Of the lists by payment and by the last change, of receipts, which have the token alone, and of proposals that expire. */
export const orderIndexes = {
  orders_by_payment: '(store_id, payment_state, created_at desc, id desc) where payment_state is not null',
  orders_by_token: '(tracking_token)',
  orders_by_update: '(store_id, updated_at desc, id desc)',
  orders_with_open_proposal: "(store_id, id) where proposal ->> 'state' = 'OPEN'",
}

/** Builds the indexes on orders that came with 0.4.0. */
export const buildOrderIndexes = (sql: Db): Promise<boolean> => buildIndexes(sql, 'orders', orderIndexes)
