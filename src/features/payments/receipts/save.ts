import { lockText } from '../../../core/database/advisory-locks.ts'
import { transaction, type Sql, type Tx } from '../../../core/database/db.ts'
import { conflict, notFound } from '../../../core/errors/errors.ts'
import { t } from '../../../core/texts/text.ts'
import { newId } from '../../../core/values/id.ts'
import type { OrderRow } from '../../orders/order-row.ts'
import type { PaymentState } from '../../orders/payment.ts'
import { recordPayment } from '../../orders/record-payment.ts'
import { countReceipt } from './daily-bytes.ts'
import { requireExpected } from './expected.ts'
import type { PayableOrder } from './find-order.ts'
import { keysOf, isAlike, similarKeys } from './likeness.ts'

const MAX_RECEIPTS = 5
const MAX_BYTES = 10 * 1024 * 1024

export type PreparedReceipt = { sourceHash: Buffer; type: string; body: Buffer; fingerprint: Buffer }

/**
 * Stores a receipt for the store to look at. One store's receipts are stored one after the other, so that of two equal ones that
 * come at once for two orders the second finds the first. The same bytes again for the same order change nothing.
 * @throws 404, 409 `RECEIPT_NOT_EXPECTED`, `LIMIT_REACHED`, 429
 */
export function saveReceipt(
  sql: Sql,
  { storeId, orderId, accountId }: PayableOrder,
  receipt: PreparedReceipt,
  client: string,
): Promise<{ state: PaymentState }> {
  return transaction(sql, async (tx) => {
    await lockText(tx, 'receipts', storeId)
    const { paymentState, isKnown } = await lockExpecting(tx, storeId, orderId)
    const sent = await tx<{ isSame: boolean; bytes: number }[]>`
      select source_hash = ${receipt.sourceHash} as is_same, octet_length(body) as bytes
      from receipts
      where store_id = ${storeId} and order_id = ${orderId}`
    if (sent.some(({ isSame }) => isSame)) return { state: paymentState }
    if (sent.length >= MAX_RECEIPTS) throw tooMany()
    if (sent.reduce((sum, { bytes }) => sum + bytes, receipt.body.length) > MAX_BYTES) throw tooLarge()
    await insert(tx, storeId, orderId, receipt)
    const { order } = await recordPayment(tx, { storeId, orderId, state: 'REVIEW', by: 'shopper' })
    await countReceipt(tx, { storeId, accountId, client, isKnown }, receipt.body.length)
    return { state: order.paymentState! }
  })
}

/** Locks the order, so that no other receipt and no change of its payment comes in between. @throws 404, 409 */
async function lockExpecting(tx: Tx, storeId: string, id: string) {
  const [order] = await tx<(Pick<OrderRow, 'status' | 'payment' | 'paymentState'> & { isKnown: boolean })[]>`
    select
      status, payment, payment_state,
      status <> 'pending' or exists (
        select from customers
        where customers.store_id = ${storeId} and customers.id = orders.customer_id and total_spent > 0
      ) as is_known
    from orders
    where store_id = ${storeId} and id = ${id}
    for update`
  if (!order) throw notFound(t('El pedido'))
  return { paymentState: requireExpected(order), isKnown: order.isKnown }
}

async function insert(tx: Tx, storeId: string, orderId: string, receipt: PreparedReceipt) {
  const { sourceHash, type, body, fingerprint } = receipt
  const id = newId()
  const duplicateOf = await findEarlierOrder(tx, storeId, orderId, receipt)
  await tx`
    insert into receipts (store_id, id, order_id, source_hash, type, body, fingerprint, duplicate_of)
    values (${storeId}, ${id}, ${orderId}, ${sourceHash}, ${type}, ${body}, ${fingerprint}, ${duplicateOf})`
  await tx`
    insert into receipt_keys (store_id, key, receipt_id)
    select ${storeId}, key, ${id}
    from unnest(${keysOf(fingerprint)}::int[]) as key`
}

const tooMany = () =>
  conflict(
    'LIMIT_REACHED',
    t('Ya se enviaron {max} comprobantes de este pedido, que es el máximo', { max: MAX_RECEIPTS }),
    { limit: MAX_RECEIPTS },
  )

const tooLarge = () =>
  conflict('LIMIT_REACHED', t('Los comprobantes de este pedido ya pesan 10 MiB, que es el máximo'), {
    limit: MAX_BYTES,
  })

export async function deleteReceiptsOf(tx: Tx, storeId: string, orders: string[]): Promise<void> {
  await tx`delete from receipts where store_id = ${storeId} and order_id = any(${orders}::text[])`
}

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
