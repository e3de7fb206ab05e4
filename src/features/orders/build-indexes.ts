import { buildIndexes } from '../../core/database/build-indexes.ts'
import type { Db } from '../../core/database/db.ts'

/** Of the lists by payment and by the last change, of pages and receipts, which may have the token alone, and of proposals that expire. */
export const orderIndexes = {
  orders_by_payment: '(store_id, payment_state, created_at desc, id desc) where payment_state is not null',
  orders_of_token: { unique: '(tracking_token, store_id)' },
  orders_by_update: '(store_id, updated_at desc, id desc)',
  orders_with_open_proposal: "(store_id, id) where proposal ->> 'state' = 'OPEN'",
}

/** Builds the indexes on orders that came after 0.3.0, and drops the one that `orders_of_token` replaces: each costs every order. */
export async function buildOrderIndexes(sql: Db): Promise<boolean> {
  const hasMore = await buildIndexes(sql, 'orders', orderIndexes)
  const [replaced] = await sql`
    select from pg_constraint where conrelid = 'orders'::regclass and conname = 'orders_store_id_tracking_token_key'`
  if (replaced) {
    await sql.begin(async (tx) => {
      await tx`set local lock_timeout = '1s'` // writers queue behind it; the next run tries again
      await tx`alter table orders drop constraint orders_store_id_tracking_token_key`
    })
  }
  return hasMore
}
