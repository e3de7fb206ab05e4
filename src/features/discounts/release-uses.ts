import type { Tx } from '../../core/database/db.ts'

/** One that is deleted is found again where an undo restores it, or else the undo counts this order: both take the lock. */
export async function releaseUse(tx: Tx, storeId: string, id: string): Promise<void> {
  const release = () => tx`
    update discounts
    set used_count = greatest(used_count - 1, 0)
    where store_id = ${storeId} and id = ${id}`
  if ((await release()).count > 0) return
  await lockRestore(tx, storeId, id)
  await release()
}

/** Gives the uses of orders back that were cancelled, or lost the code by a change, while their discounts were deleted. */
export async function releaseUsesSince(
  tx: Tx,
  storeId: string,
  ids: string[],
  deletedAt: string,
): Promise<void> {
  if (ids.length === 0) return
  for (const id of ids.toSorted()) await lockRestore(tx, storeId, id)
  await tx`
    update discounts
    set used_count = greatest(used_count - released.uses, 0)
    from (
      select discount_id, count(*)::int as uses
      from (
        select discount_id, timeline -> -1 as step
        from orders
        where store_id = ${storeId} and updated_at >= ${deletedAt} and status = 'cancelled'
        union all
        select step ->> 'droppedDiscountId', step
        from orders
        cross join jsonb_array_elements(timeline) as step
        where store_id = ${storeId} and updated_at >= ${deletedAt}
      ) as uses
      where discount_id = any(${ids}::text[]) and (step ->> 'at')::timestamptz >= ${deletedAt}
      group by discount_id
    ) as released
    where store_id = ${storeId} and id = released.discount_id`
}

const lockRestore = (tx: Tx, storeId: string, id: string) => tx`
  select pg_advisory_xact_lock(hashtextextended(${`${storeId} discount ${id}`}, 0))`
