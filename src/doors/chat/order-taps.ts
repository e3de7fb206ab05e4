import { recordBatches } from '../../core/outbox/outbox.ts'
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
const moves: Partial<Record<OrderStep, { to: OrderStatus; reason?: string }>> = {
  confirm: { to: 'confirmed' },
  ship: { to: 'shipped' },
  deliver: { to: 'delivered' },
  'no-stock': { to: 'cancelled', reason: 'se terminaron las existencias' },
  closed: { to: 'cancelled', reason: 'estamos cerrados' },
  'too-far': { to: 'cancelled', reason: 'no llegamos hasta esa dirección' },
}

const EXPIRED = 'Ese botón venció: valía un día.'

/** A tap on a button about one order: it moves as `PUT /orders/{id}` would move it. @throws 404, 409 */
export async function replyToOrderTap(
  conversation: OwnerConversation,
  { orderId, step, at }: Pick<Extract<Tap, { verb: 'order' }>, 'orderId' | 'step' | 'at'>,
): Promise<Reply> {
  const { message, performIn } = conversation
  const { data: order } = await performIn(getOrder, { id: orderId })
  const move = moves[step]
  if (at !== null && Date.parse(message.sentAt) > Number(at) * 1000 + DAY)
    return reject({ text: `${EXPIRED} ${stateText(order)}` }, `${EXPIRED} ${summaryOf(order)}`)
  if (!move) return step === 'reject' ? askForReason(conversation, order) : show(conversation, order)
  if (order.status === move.to || !canTransition(order.status, move.to))
    return reject({ text: stateText(order), buttons: nextButtons(conversation, order) }, summaryOf(order))

  const { data: moved } = await performIn(updateOrder, { id: orderId, body: { status: move.to } })
  const text = stateText(moved) + (move.reason ? farewell(moved, move.reason) : '')
  return {
    send: { text, buttons: nextButtons(conversation, moved) },
    outcome: 'applied',
    summary: summaryOf(moved) + (move.reason ? ` Motivo: ${move.reason}.` : ''),
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
    return reject({ text: 'De esos pedidos ya no queda ninguno por atender. Escribe *pedidos*.' })
  const rows = orders
    .slice(0, MAX_ROWS)
    .map((order) => orderRow(conversation, order, step === 'confirm' ? step : 'reject'))
  const more =
    orders.length > rows.length ? ' Cuando termines con estos, toca otra vez para ver los demás.' : ''
  const question = step === 'confirm' ? '¿Cuál pedido confirmas?' : '¿Cuál pedido no puedes atender?'
  return tell({ text: question + more, list: { label: 'Elegir pedido', rows } })
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
  const button = (step: OrderStep, title: string) => ({
    id: orderButton(store.id, order.id, step, secondsOf(message)),
    title,
  })
  return tell({
    text: `Voy a cancelar el pedido ${order.orderNumber} de ${order.customerName}. ¿Por qué no puedes?`,
    buttons: [
      button('no-stock', 'Sin existencias'),
      button('closed', 'Cerrado'),
      button('too-far', 'No llegamos'),
    ],
  })
}

function farewell({ customerPhone, customerName, orderNumber }: Order, reason: string): string {
  if (customerPhone === '') return ''
  const text = `Hola, ${customerName}. No podemos atender tu pedido ${orderNumber}: ${reason}. Disculpa.`
  return `\n\nCuéntaselo a ${customerName}: ${whatsappChat(customerPhone, text)}`
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
const stateText = (order: OrderSummary): string =>
  `El pedido ${order.orderNumber} de ${order.customerName} está ${statusName(order).in('es')}.`

const summaryOf = (order: OrderSummary): string =>
  `El pedido ${order.orderNumber} está ${statusName(order).in('es')}.`

const shipTitles: Record<DeliveryKind, string> = {
  delivery: 'Enviado',
  pickup: 'Listo para recoger',
  here: 'Listo',
}

const titleOfStep = ({ deliveryKind }: OrderSummary, step: 'confirm' | 'ship' | 'deliver'): string =>
  ({
    confirm: 'Confirmar',
    ship: shipTitles[deliveryKind ?? 'delivery'],
    deliver: 'Entregado',
  })[step]

/** Of the 1,024 characters of a message with buttons: total, customer and address have to fit behind them. */
const MAX_ITEMS_TEXT = 500

function orderText(order: Order): string {
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
  return [
    stateText(order),
    '',
    truncated(items.map(itemTextInFull).join('\n'), MAX_ITEMS_TEXT),
    `*Total: ${formatAmount(total, currency)}*`,
    ...(shippingOption
      ? [[shippingOption.name, shippingOption.area, table && `mesa ${table}`].filter(Boolean).join(', ')]
      : []),
    '',
    [customerName, customerPhone].filter(Boolean).join(', '),
    ...(customerAddress ? [customerAddress] : []),
    ...(notes ? [`Nota: ${notes}`] : []),
  ].join('\n')
}
