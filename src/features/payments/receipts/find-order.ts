import type { Sql } from '../../../core/database/db.ts'
import { notFound, paymentRequired } from '../../../core/errors/errors.ts'
import type { OrderRow } from '../../orders/order-row.ts'
import { findOwner } from '../../team/owner.ts'
import { t } from '../../../core/texts/text.ts'

export type PayableOrder = Pick<OrderRow, 'status' | 'payment' | 'paymentState'> & {
  storeId: string
  orderId: string
  accountId: string
}

/** By the token of the order's page. @throws 402 while the store is suspended, 404 */
export async function findOrderByToken(sql: Sql, token: string): Promise<PayableOrder> {
  const [order] = /^[\w-]{1,64}$/.test(token)
    ? await sql<Omit<PayableOrder, 'accountId'>[]>`
        select store_id, id as order_id, status, payment, payment_state from orders where tracking_token = ${token}`
    : []
  if (!order) throw notFound(t('El pedido'))
  const [store] = await sql<{ slug: string; billingState: string }[]>`
    select slug, billing_state from stores where id = ${order.storeId} and deleted_at is null`
  if (!store) throw notFound(t('El pedido'))
  if (store.billingState === 'suspended') throw paymentRequired(store.slug)
  return { ...order, accountId: await findOwner(sql, order.storeId) }
}
