import { formatAmount } from '../../core/values/money.ts'
import { whatsappChat } from '../../core/values/phone.ts'
import { zoneOf } from '../hours/hours.ts'
import { dayAndTime } from '../hours/format.ts'
import { mapUrl } from './order.ts'
import { placeholderNamed, renderTemplate, type Values } from '../stores/message-template.ts'
import { toPayment } from './payment.ts'
import type { StoredItem } from './order-item.ts'
import type { OrderRow } from './order-row.ts'

export type StoreOfOrder = {
  name: string
  slug: string
  whatsappNumber: string | null
  messageTemplate: string | null
  paymentInstructions: string | null
  /** IANA; null is the currency's. */
  timeZone: string | null
}

const defaultTemplate = `¡Hola, {{tienda}}! Acabo de hacer el pedido *{{pedido}}*:

{{productos}}

Envío: {{envio}}
Para cuándo: {{cuando}}
Descuento: {{descuento}}
*Total: {{total}}*
Pago: {{metodo}}

Nombre: {{cliente}}
Dirección: {{direccion}}
Mesa: {{mesa}}
Mapa: {{mapa}}
Notas: {{notas}}

Seguimiento: {{seguimiento}}`

/** More characters than the default message of any order. A template may name the items of an order a hundred times. */
const MAX_LENGTH = 50_000

/** The shopper's message to the store, by the store's template or the default one, which drops lines whose values are empty. */
export function orderMessage(store: StoreOfOrder, order: OrderRow, trackingUrl: string): string {
  const values = placeholderValues(store, order, trackingUrl)
  if (store.messageTemplate) return bounded(renderTemplate(store.messageTemplate, values))
  const lines = defaultTemplate.split('\n').filter((line) => {
    const names = [...line.matchAll(/\{\{(\w+)\}\}/g)].map(([, name]) => placeholderNamed(name!)!)
    return names.every((name) => values[name] !== '')
  })
  return renderTemplate(lines.join('\n'), values).replaceAll(/\n{3,}/g, '\n\n')
}

const bounded = (text: string) =>
  text.length <= MAX_LENGTH ? text : `${text.slice(0, MAX_LENGTH - 1).replace(/[\ud800-\udbff]$/, '')}…`

/** A link that opens a chat with the store, the message already written; null when the store has no number. */
export function whatsappLink(number: string | null, message: string): string | null {
  return number && whatsappChat(number, message)
}

/** `2 × Café de altura (500 g)` */
export function itemText({
  quantity,
  productName,
  variantName,
}: Pick<StoredItem, 'quantity' | 'productName' | 'variantName'>): string {
  return `${quantity} × ${productName}${variantName ? ` (${variantName})` : ''}`
}

/** With what was chosen and the note: `1 × Pizza (Grande) + Queso extra, 2 × Tocino [Sin cebolla]` */
export function itemTextInFull(item: StoredItem): string {
  const chosen = (item.modifiers ?? []).map(modifierText).join(', ')
  return `${itemText(item)}${chosen && ` + ${chosen}`}${item.note ? ` [${item.note}]` : ''}`
}

/** `Queso extra`, `2 × Tocino` */
export const modifierText = ({ name, quantity }: { name: string; quantity: number }): string =>
  quantity === 1 ? name : `${quantity} × ${name}`

/** The shipping option with its area: `Envío a domicilio, Zona 10`. */
export const shippingText = ({
  shippingName,
  shippingArea,
}: Pick<OrderRow, 'shippingName' | 'shippingArea'>) => [shippingName, shippingArea].filter(Boolean).join(', ')

function placeholderValues(store: StoreOfOrder, order: OrderRow, trackingUrl: string): Values {
  const amount = (value: number) => formatAmount(value, order.currency)
  const { shippingName, shippingPrice, discountCode, discountAmount } = order
  return {
    orderNumber: order.orderNumber,
    customerName: order.customerName,
    customerPhone: order.customerPhone,
    customerAddress: order.customerAddress ?? '',
    table: order.tableName ?? '',
    items: order.items.map((item) => `• ${itemTextInFull(item)}: ${amount(item.subtotal)}`).join('\n'),
    subtotal: amount(order.subtotal),
    discount: discountCode === null ? '' : `${discountCode} (-${amount(discountAmount ?? 0)})`,
    shipping:
      shippingName === null
        ? ''
        : `${shippingText(order)} (${shippingPrice ? amount(shippingPrice) : 'gratis'})`,
    total: amount(order.total),
    mapUrl: order.location ? mapUrl(order.location) : '',
    notes: order.notes ?? '',
    storeName: store.name,
    trackingUrl,
    wantedAt:
      order.wantedAt === null
        ? ''
        : dayAndTime(order.wantedAt, zoneOf({ ...store, currency: order.currency })).in('es'),
    paymentInstructions: [store.paymentInstructions, ...paymentLines(order)].filter(Boolean).join('\n'),
    paymentMethod: paymentLines(order)[0] ?? '',
  }
}

/** How the order is paid, then what the payer needs: accounts, or the code of Pix. */
function paymentLines(order: OrderRow): string[] {
  const payment = toPayment(order)
  if (!payment) return []
  const change = payment.changeFor === null ? '' : ` (con ${formatAmount(payment.changeFor, order.currency)})`
  const state = payment.state === 'PAID' ? ', pagado' : ''
  const accounts = (order.paymentMethod?.accounts ?? []).map(({ label, value }) => `${label}: ${value}`)
  return [`${payment.name}${change}${state}`, ...accounts, ...(payment.pix ? [payment.pix] : [])]
}
