import type { Db } from '../../core/database/db.ts'

/** Drops the constraint of 0.3.0 that the index `orders_of_token` replaces, once that stands: each costs every order. */
export async function dropReplacedConstraint(sql: Db): Promise<boolean> {
  const [replaced] = await sql`
    select
    from pg_constraint
    join pg_index on indexrelid = to_regclass('orders_of_token') and indisvalid
    where conrelid = 'orders'::regclass and conname = 'orders_store_id_tracking_token_key'`
  if (replaced) {
    await sql.begin(async (tx) => {
      await tx`set local lock_timeout = '1s'` // writers queue behind it; the next run tries again
      await tx`alter table orders drop constraint orders_store_id_tracking_token_key`
    })
  }
  return false
}
