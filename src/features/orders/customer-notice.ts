import type { Sql, Tx } from '../../core/database/db.ts'
import { enqueue } from '../../core/outbox/outbox.ts'
import type { Language } from '../../core/texts/language.ts'
import { t, type Localized } from '../../core/texts/text.ts'
import type { Delivery } from '../../core/outbox/delivery.ts'
import type { DeliveryKind } from '../shipping/delivery-kind.ts'
import { oneLine } from './notice.ts'
import type { OrderRow } from './order-row.ts'

const eventOfStatus = { confirmed: 'order.confirmed', shipped: 'order.shipped' } as const
export const statusEvents: readonly string[] = Object.values(eventOfStatus)
export const PROPOSED = 'order.proposed'

const isNotified = (status: string): status is keyof typeof eventOfStatus =>
  Object.hasOwn(eventOfStatus, status)

export async function enqueueCustomerNotice(tx: Tx, storeId: string, order: OrderRow): Promise<void> {
  const { status } = order
  if (isNotified(status)) await enqueueNotice(tx, storeId, order, eventOfStatus[status])
}

/** Enqueues the message to a customer whose order has a change to take, in the transaction of the proposal. */
export const enqueueProposalNotice = (tx: Tx, storeId: string, order: OrderRow): Promise<void> =>
  enqueueNotice(tx, storeId, order, PROPOSED)

async function enqueueNotice(tx: Tx, storeId: string, order: OrderRow, event: string): Promise<void> {
  const { id, customerPhone, notifyCustomer, isTest } = order
  if (!notifyCustomer || isTest || customerPhone === '') return
  // Only the id: the contents are read when it is sent, so that a customer who was erased meanwhile gets no message.
  const to = [{ kind: 'customer' as const, recipient: customerPhone }]
  await enqueue(tx, [{ storeId, event, subjectId: id, payload: { id }, to }])
}

type CustomerNotice = Pick<OrderRow, 'orderNumber' | 'deliveryKind'> & {
  storeName: string
  language: Language
}

/** Null when the customer was erased or the order was cancelled meanwhile. */
export async function findCustomerNotice(
  sql: Sql,
  { storeId, subjectId }: Delivery,
): Promise<CustomerNotice | null> {
  const [notice] = await sql<CustomerNotice[]>`
    select order_number, delivery_kind, name as store_name, language
    from orders
    cross join (select name, language from stores where id = ${storeId}) as store
    where store_id = ${storeId} and id = ${subjectId} and customer_phone <> '' and status <> 'cancelled'`
  return notice ?? null
}

const statusTexts: Record<string, Localized> = {
  'order.confirmed': t('está confirmado'),
  'order.shipped': t('va en camino'),
  [PROPOSED]: t('tiene un cambio que espera tu respuesta'),
}

const readyTexts: Partial<Record<DeliveryKind, Localized>> = {
  pickup: t('está listo para recoger'),
  here: t('está listo'),
}

/** Number, store, status. An order can be made for anybody's number: the shop's name is the only text of the sender's choice. */
export function customerParameters(
  { orderNumber, storeName, deliveryKind }: CustomerNotice,
  event: string,
  language: Language,
): string[] {
  const ready = event === 'order.shipped' && deliveryKind && readyTexts[deliveryKind]
  return [orderNumber, oneLine(storeName, 40), (ready || statusTexts[event]!).in(language)]
}

export const messageOfStatus = (messages: CustomerMessage[], status: string): CustomerMessage | null =>
  (isNotified(status) && messages.findLast(({ event }) => event === eventOfStatus[status])) || null

export type CustomerMessage = {
  event: string
  state: 'waiting' | 'done' | 'failed' | 'paused'
  reason: string | null
  finishedAt: string | null
}

/** The messages to the customer of an order with their state, while their deliveries exist. */
export function listCustomerMessages(
  sql: Sql,
  storeId: string,
  { id, customerPhone }: { id: string; customerPhone: string },
) {
  return sql<CustomerMessage[]>`
    select event, state, reason, finished_at
    from deliveries
    where store_id = ${storeId} and recipient = ${customerPhone} and kind = 'customer' and subject_id = ${id}
    order by created_at, id`
}
