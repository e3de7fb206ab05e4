import type { Tx } from '../core/database/db.ts'

/** Gives the uses of orders back that were cancelled while their discounts were deleted, once these are restored. */
export async function releaseCancelledUses(
  tx: Tx,
  storeId: string,
  ids: string[],
  deletedAt: string,
): Promise<void> {
  if (ids.length === 0) return
  await tx`
    update discounts
    set used_count = greatest(used_count - cancelled.uses, 0)
    from (
      select discount_id, count(*)::int as uses
      from orders
      where store_id = ${storeId} and status = 'cancelled' and discount_id = any(${ids}::text[])
      and (timeline -> -1 ->> 'at')::timestamptz >= ${deletedAt}
      group by discount_id
    ) as cancelled
    where store_id = ${storeId} and id = cancelled.discount_id`
}
