import type { Sql, Tx } from '../../../core/database/db.ts'
import { isAlike, similarKeys } from './likeness.ts'

/** A text that more receipts of the store have is of the bank's layout, and finds none. */
const MAX_SHARING = 50
const MAX_COMPARED = 24

/** The number of another order that the same bytes, or a picture that shows the same, were sent for; null for a new receipt. */
export async function findEarlierOrder(
  tx: Tx,
  storeId: string,
  orderId: string,
  { sourceHash, fingerprint }: { sourceHash: Buffer; fingerprint: Buffer },
): Promise<string | null> {
  const [same] = await tx<{ orderNumber: string }[]>`
    select order_number
    from receipts
    join orders on orders.store_id = receipts.store_id and orders.id = order_id
    where receipts.store_id = ${storeId}
    and source_hash = ${sourceHash}
    and order_id <> ${orderId}
    and receipts.created_at > now() - interval '180 days'
    order by receipts.created_at, receipts.id
    limit 1`
  if (same) return same.orderNumber
  const candidates = await candidatesOf(tx, storeId, orderId, similarKeys(fingerprint))
  return candidates.find((candidate) => isAlike(fingerprint, candidate.fingerprint))?.orderNumber ?? null
}

/** The receipts of other orders that share the most texts which few have. Reads at most MAX_SHARING + 1 index entries a key. */
async function candidatesOf(sql: Sql, storeId: string, orderId: string, keys: number[]) {
  if (keys.length === 0) return []
  return await sql<{ fingerprint: Buffer; orderNumber: string }[]>`
    with sharing as (
      select receipt_id, count(*) as shared
      from unnest(${keys}::int[]) as sought (key)
      cross join lateral (
        select receipt_id, count(*) over () as found
        from (
          select receipt_id
          from receipt_keys
          where store_id = ${storeId} and receipt_keys.key = sought.key
          limit ${MAX_SHARING + 1}
        ) as first_of_key
      ) as receipts_of_key
      where found <= ${MAX_SHARING}
      group by receipt_id
      order by shared desc, receipt_id
      limit ${MAX_COMPARED}
    )
    select fingerprint, order_number
    from sharing
    join receipts on receipts.store_id = ${storeId} and receipts.id = receipt_id
    join orders on orders.store_id = ${storeId} and orders.id = order_id
    where order_id <> ${orderId} and receipts.created_at > now() - interval '180 days'
    order by shared desc, receipts.created_at, receipts.id`
}
