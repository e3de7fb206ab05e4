import { recordBatches } from '../../core/outbox/outbox.ts'
import { joined, t, type Localized, type Wording } from '../../core/texts/text.ts'
import { formatAmount } from '../../core/values/money.ts'
import { whatsappChat } from '../../core/values/phone.ts'
import { truncated } from '../../core/values/text.ts'
import { getOrder } from '../../features/orders/get.ts'
import { itemTextInFull } from '../../features/orders/message.ts'
import {
  canTransition,
  statusName,
  type Order,
  type OrderStatus,
  type OrderSummary,
} from '../../features/orders/order.ts'
import type { DeliveryKind } from '../../features/shipping/delivery-kind.ts'
import { updateOrder } from '../../features/orders/update.ts'
import { noticeButtons, orderButton, type OrderStep, type Tap } from '../../features/whatsapp/buttons.ts'
import { DAY } from '../../features/whatsapp/message.ts'
import type { Button } from '../../features/whatsapp/session-message.ts'
import { reject, tell, type OwnerConversation, type Reply } from './conversation.ts'
import { orderRow } from './read-commands.ts'

/** What a step moves an order to; those that cancel it also say why. */
const moves: Partial<Record<OrderStep, { to: OrderStatus; reason?: Localized }>> = {
  confirm: { to: 'confirmed' },
  ship: { to: 'shipped' },
  deliver: { to: 'delivered' },
  'no-stock': { to: 'cancelled', reason: t('se terminaron las existencias') },
  closed: { to: 'cancelled', reason: t('estamos cerrados') },
  'too-far': { to: 'cancelled', reason: t('no llegamos hasta esa dirección') },
}

const EXPIRED = t('Ese botón venció: valía un día.')

/** A tap on a button about one order: it moves as `PUT /orders/{id}` would move it. @throws 404, 409 */
export async function replyToOrderTap(
  conversation: OwnerConversation,
  { orderId, step, at }: Pick<Extract<Tap, { verb: 'order' }>, 'orderId' | 'step' | 'at'>,
): Promise<Reply> {
  const { message, performIn } = conversation
  const { data: order } = await performIn(getOrder, { id: orderId })
  const move = moves[step]
  if (at !== null && Date.parse(message.sentAt) > Number(at) * 1000 + DAY)
    return reject(
      { text: joined([EXPIRED, stateText(order)], ' ') },
      joined([EXPIRED, summaryOf(order)], ' '),
    )
  if (!move) return step === 'reject' ? askForReason(conversation, order) : show(conversation, order)
  if (order.status === move.to || !canTransition(order.status, move.to))
    return reject({ text: stateText(order), buttons: nextButtons(conversation, order) }, summaryOf(order))

  const { data: moved } = await performIn(updateOrder, { id: orderId, body: { status: move.to } })
  const { reason } = move
  return {
    send: {
      text: reason
        ? joined([stateText(moved), ...farewell(conversation, moved, reason)], '\n\n')
        : stateText(moved),
      buttons: nextButtons(conversation, moved),
    },
    outcome: 'applied',
    summary: reason ? joined([summaryOf(moved), t('Motivo: {reason}.', { reason })], ' ') : summaryOf(moved),
  }
}

/** A tap on a notice of several orders: those of them that it may still be about are listed. */
export async function replyToBatchTap(
  conversation: OwnerConversation,
  { batchId, step }: Extract<Tap, { verb: 'batch' }>,
): Promise<Reply> {
  const { tx, store, performIn } = conversation
  const to = step === 'confirm' ? 'confirmed' : 'cancelled'
  await recordBatches(tx, [batchId])
  const subjects = await tx<{ id: string }[]>`
    select subject_id as id
    from deliveries
    where store_id = ${store.id} and batch_id = ${batchId} and kind = 'whatsapp'
    order by created_at, id`
  const orders: Order[] = []
  for (const { id } of subjects) {
    const { data: order } = await performIn(getOrder, { id })
    if (canTransition(order.status, to)) orders.push(order)
  }
  if (orders.length === 0)
    return reject({ text: t('De esos pedidos ya no queda ninguno por atender. Escribe *pedidos*.') })
  const rows = orders
    .slice(0, MAX_ROWS)
    .map((order) => orderRow(conversation, order, step === 'confirm' ? step : 'reject'))
  const question = step === 'confirm' ? t('¿Cuál pedido confirmas?') : t('¿Cuál pedido no puedes atender?')
  const more = t('Cuando termines con estos, toca otra vez para ver los demás.')
  return tell({
    text: orders.length > rows.length ? joined([question, more], ' ') : question,
    list: { label: t('Elegir pedido'), rows },
  })
}

const MAX_ROWS = 10

function show(conversation: OwnerConversation, order: Order): Reply {
  const { store } = conversation
  const buttons =
    order.status === 'pending' ? noticeButtons(store.id, [order.id], '') : nextButtons(conversation, order)
  return tell({ text: orderText(order), buttons })
}

/** Before it cancels an order, the owner says why. */
function askForReason({ store, message }: OwnerConversation, order: Order): Reply {
  if (!canTransition(order.status, 'cancelled')) return reject({ text: stateText(order) }, summaryOf(order))
  const button = (step: OrderStep, title: Localized) => ({
    id: orderButton(store.id, order.id, step, secondsOf(message)),
    title,
  })
  return tell({
    text: t('Voy a cancelar el pedido {order} de {customer}. ¿Por qué no puedes?', {
      order: order.orderNumber,
      customer: order.customerName,
    }),
    buttons: [
      button('no-stock', t('Sin existencias')),
      button('closed', t('Cerrado')),
      button('too-far', t('No llegamos')),
    ],
  })
}

/** The message that it prepares is in the language of the shop. */
function farewell({ store }: OwnerConversation, order: Order, reason: Localized): Localized[] {
  const { customerPhone, customerName: customer, orderNumber } = order
  if (customerPhone === '') return []
  const text = t('Hola, {customer}. No podemos atender tu pedido {order}: {reason}. Disculpa.', {
    customer,
    order: orderNumber,
    reason,
  })
  const url = whatsappChat(customerPhone, text.in(store.language))
  return [t('Cuéntaselo a {customer}: {url}', { customer, url })]
}

/** The step that comes next, for 24 h. */
function nextButtons({ store, message }: OwnerConversation, order: Order): Button[] {
  const next = {
    pending: 'confirm',
    confirmed: 'ship',
    shipped: 'deliver',
    delivered: null,
    cancelled: null,
  } as const
  const step = next[order.status]
  if (step === null) return []
  return [{ id: orderButton(store.id, order.id, step, secondsOf(message)), title: titleOfStep(order, step) }]
}

const secondsOf = ({ sentAt }: OwnerConversation['message']) => Math.floor(Date.parse(sentAt) / 1000)

/** `El pedido PED-7K3QXM de Ana está confirmado.` */
const stateText = (order: OrderSummary): Localized =>
  t('El pedido {order} de {customer} está {status}.', {
    order: order.orderNumber,
    customer: order.customerName,
    status: statusName(order),
  })

const summaryOf = (order: OrderSummary): Localized =>
  t('El pedido {order} está {status}.', { order: order.orderNumber, status: statusName(order) })

const shipTitles: Record<DeliveryKind, Localized> = {
  delivery: t('Enviado'),
  pickup: t('Listo para recoger'),
  here: t('Listo'),
}

const titleOfStep = ({ deliveryKind }: OrderSummary, step: 'confirm' | 'ship' | 'deliver'): Localized =>
  ({
    confirm: t('Confirmar'),
    ship: shipTitles[deliveryKind ?? 'delivery'],
    deliver: t('Entregado'),
  })[step]

/** Of the 1,024 characters of a message with buttons: total, customer and address have to fit behind them. */
const MAX_ITEMS_TEXT = 500

function orderText(order: Order): Localized {
  const {
    customerName,
    customerPhone,
    customerAddress,
    items,
    total,
    currency,
    notes,
    shippingOption,
    table,
  } = order
  const lines = [
    stateText(order),
    '',
    truncated(items.map(itemTextInFull).join('\n'), MAX_ITEMS_TEXT),
    t('*Total: {total}*', { total: formatAmount(total, currency) }),
    ...(shippingOption
      ? [
          joined(
            [shippingOption.name, shippingOption.area, table && t('mesa {table}', { table })].filter(
              (one): one is Wording => Boolean(one),
            ),
            ', ',
          ),
        ]
      : []),
    '',
    [customerName, customerPhone].filter(Boolean).join(', '),
    ...(customerAddress ? [customerAddress] : []),
    ...(notes ? [t('Nota: {notes}', { notes })] : []),
  ]
  return joined(lines, '\n')
}
