import type { Language } from '../../core/texts/language.ts'
import { Formatted, t, wordingIn, type Localized, type Wording } from '../../core/texts/text.ts'
import { formatAmount } from '../../core/values/money.ts'
import { whatsappChat } from '../../core/values/phone.ts'
import { zoneOf } from '../hours/hours.ts'
import { dayAndTime } from '../hours/format.ts'
import { mapUrl } from './order.ts'
import { renderTemplate, type Values } from '../stores/message-template.ts'
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

/** More characters than the default message of any order. A template may name the items of an order a hundred times. */
const MAX_LENGTH = 50_000

export const orderMessage = (store: StoreOfOrder, order: OrderRow, trackingUrl: string): Localized =>
  new Formatted((language) => {
    const values = placeholderValues(store, order, trackingUrl, language)
    if (store.messageTemplate) return bounded(renderTemplate(store.messageTemplate, values))
    return defaultMessage(values)
      .map((lines) => lines.filter((line) => line !== ''))
      .filter((lines) => lines.length > 0)
      .map((lines) => lines.map((line) => wordingIn(line, language)).join('\n'))
      .join('\n\n')
  })

/** Its paragraphs by their lines, empty where there is nothing to say. */
function defaultMessage(values: Values): Wording[][] {
  const { storeName, orderNumber, items, shipping, wantedAt, discount, total, paymentMethod } = values
  const { customerName, customerAddress, table, mapUrl, notes, trackingUrl } = values
  return [
    [t('¡Hola, {storeName}! Acabo de hacer el pedido *{orderNumber}*:', { storeName, orderNumber })],
    [items],
    [
      shipping && t('Envío: {shipping}', { shipping }),
      wantedAt && t('Para cuándo: {wantedAt}', { wantedAt }),
      discount && t('Descuento: {discount}', { discount }),
      t('*Total: {total}*', { total }),
      paymentMethod && t('Pago: {paymentMethod}', { paymentMethod }),
    ],
    [
      customerName && t('Nombre: {customerName}', { customerName }),
      customerAddress && t('Dirección: {customerAddress}', { customerAddress }),
      table && t('Mesa: {table}', { table }),
      mapUrl && t('Mapa: {mapUrl}', { mapUrl }),
      notes && t('Notas: {notes}', { notes }),
    ],
    [t('Seguimiento: {trackingUrl}', { trackingUrl })],
  ]
}

const bounded = (text: string) =>
  text.length <= MAX_LENGTH ? text : `${text.slice(0, MAX_LENGTH - 1).replace(/[\ud800-\udbff]$/, '')}…`

/** A link that opens a chat with the store, the message already written; null when the store has no number. */
export function whatsappLink(number: string | null, message: string): string | null {
  return number && whatsappChat(number, message)
}

type Described = Pick<StoredItem, 'quantity' | 'productName' | 'variantName' | 'modifiers' | 'note'>

/** `2 × Café de altura (500 g)` */
export function itemText({ quantity, productName, variantName }: Described): string {
  return `${quantity} × ${productName}${variantName ? ` (${variantName})` : ''}`
}

/** With what was chosen and the note: `1 × Pizza (Grande) + Queso extra, 2 × Tocino [Sin cebolla]` */
export function itemTextInFull(item: Described): string {
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

function placeholderValues(
  store: StoreOfOrder,
  order: OrderRow,
  trackingUrl: string,
  language: Language,
): Values {
  const payment = paymentLines(order).map((line) => wordingIn(line, language))
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
        : `${shippingText(order)} (${shippingPrice ? amount(shippingPrice) : t('gratis').in(language)})`,
    total: amount(order.total),
    mapUrl: order.location ? mapUrl(order.location) : '',
    notes: order.notes ?? '',
    storeName: store.name,
    trackingUrl,
    wantedAt:
      order.wantedAt === null
        ? ''
        : dayAndTime(order.wantedAt, zoneOf({ ...store, currency: order.currency })).in(language),
    paymentInstructions: [store.paymentInstructions, ...payment].filter(Boolean).join('\n'),
    paymentMethod: payment[0] ?? '',
  }
}

/** How the order is paid, then what the payer needs: accounts, or the code of Pix. */
function paymentLines(order: OrderRow): Wording[] {
  const payment = toPayment(order)
  if (!payment) return []
  const { name, changeFor, state, pix } = payment
  const change = changeFor === null ? '' : formatAmount(changeFor, order.currency)
  const method = change ? t('{name} (con {change})', { name, change }) : name
  const accounts = (order.paymentMethod?.accounts ?? []).map(({ label, value }) => `${label}: ${value}`)
  return [state === 'PAID' ? t('{method}, pagado', { method }) : method, ...accounts, ...(pix ? [pix] : [])]
}
