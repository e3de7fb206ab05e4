import type { Sql, Tx } from '../../core/database/db.ts'
import { purge } from '../../core/outbox/recipient.ts'
import { phoneKey } from '../../core/values/phone.ts'
import { recipientsOf } from '../whatsapp/identities.ts'

export async function countWaiting(
  sql: Sql,
  storeId: string,
  productIds: string[],
): Promise<Map<string, number>> {
  const counts = await sql<{ productId: string; count: number }[]>`
    select product_id, count(distinct phone) as count
    from variants
    join restock_requests on restock_requests.store_id = variants.store_id and variant_id = variants.id
    where variants.store_id = ${storeId} and product_id = any(${productIds}::text[]) and removed_at is null
    group by product_id`
  return new Map(counts.map(({ productId, count }) => [productId, count]))
}

export async function deleteRequestsOf(tx: Tx, phone: string): Promise<void> {
  await tx`delete from restock_requests where phone = ${phoneKey(phone)}`
}

/** Deletes what a store holds of somebody who waits, with the notices that wait or were sent. */
export async function eraseRequestsOf(tx: Tx, storeId: string, phone: string): Promise<void> {
  for (const recipient of await recipientsOf(tx, phone)) {
    await tx`delete from restock_requests where store_id = ${storeId} and phone = ${recipient}`
    await purge(tx, { storeId, kind: 'restock', recipient })
  }
}
