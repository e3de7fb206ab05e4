import { html, type Html } from '../../../core/http/html.ts'
import { formatAmount } from '../../../core/values/money.ts'
import { dayAndTime } from '../../../features/hours/format.ts'
import { shownPhone } from '../../../core/pages/phone.ts'
import { itemTextInFull, whatsappLink } from '../../../features/orders/message.ts'
import { messageOfStatus, type CustomerMessage } from '../../../features/orders/customer-notice.ts'
import { mapUrl, type Order, type OrderStatus } from '../../../features/orders/order.ts'
import type { DeliveryKind } from '../../../features/shipping/delivery-kind.ts'
import { hasOptedOut } from '../../../features/whatsapp/opt-outs.ts'
import type { StoreContext } from '../page.ts'
import { icon } from './icon.ts'
import { badge, section } from './list.ts'
import { whenWanted } from './time.ts'

/** The texts that a store may send to the customer in each status; none is sent automatically. */
const texts: Record<OrderStatus, string> = {
  pending: 'recibimos tu pedido {n}. ¿Nos confirmas que está todo bien?',
  confirmed: 'confirmamos tu pedido {n}. Te avisamos cuando vaya en camino.',
  shipped: 'tu pedido {n} va en camino.',
  delivered: 'gracias por tu compra. Esperamos que disfrutes tu pedido {n}.',
  cancelled: 'tu pedido {n} quedó cancelado. Si tienes dudas, escríbenos por aquí.',
}

/** Of orders that are not brought to an address. */
const textsOfKind: Partial<Record<DeliveryKind, Partial<Record<OrderStatus, string>>>> = {
  pickup: {
    confirmed: 'confirmamos tu pedido {n}. Te avisamos cuando esté listo para recoger.',
    shipped: 'tu pedido {n} está listo para recoger.',
  },
  here: {
    confirmed: 'confirmamos tu pedido {n}. Te avisamos cuando esté listo.',
    shipped: 'tu pedido {n} está listo.',
  },
}

export const phoneBadge = badge('Teléfono confirmado', 'good')

export async function contact(context: StoreContext, order: Order): Promise<Html> {
  const { customerName, customerPhone, customerAddress, phoneVerified } = order
  const map = order.location && mapUrl(order.location)
  const area = order.shippingOption?.area ?? null
  const customer = {
    name: customerName,
    phone: customerPhone,
    address: customerAddress,
    phoneVerified,
    area,
    map,
  }
  const copy = copyButton(orderText(context, order))
  const text = statusText(order)
  return contactOf(context, customer, deliverySummary(context, order), { text, copy })
}

const kinds = { delivery: 'Se entrega', pickup: 'Se recoge', here: 'En la mesa' }

function deliverySummary({ store }: StoreContext, { deliveryKind, table, wantedAt }: Order): string {
  const when = wantedAt && `el ${dayAndTime(wantedAt, store.timeZone).in('es')}`
  if (deliveryKind) return [kinds[deliveryKind], table, when].filter(Boolean).join(' ')
  return when ? `Para ${when}` : 'Contacto'
}

const statusText = ({ orderNumber, deliveryKind, status }: Order) =>
  ((deliveryKind && textsOfKind[deliveryKind]?.[status]) || texts[status]).replace('{n}', orderNumber)

/**
 * The button that tells the customer what the order's status is, or that a message did or is about to; null once their data were
 * erased.
 */
export function tellButton({ store }: StoreContext, order: Order, messages: CustomerMessage[]): Html | null {
  const { customerName, customerPhone } = order
  if (customerPhone === '') return null
  const { state = 'failed', finishedAt = null } = messageOfStatus(messages, order.status) ?? {}
  if (state === 'done' && finishedAt) {
    const when = whenWanted(finishedAt, store.timeZone).replace(/^hoy, /, '')
    return html`<p class="told">${icon('check')} Ya le avisamos por WhatsApp · ${when}</p>`
  }
  if (state !== 'failed')
    return html`<p class="told">${icon('clock')} El aviso por WhatsApp está por salir</p>`
  const href = whatsappLink(customerPhone, messageTo(customerName, store.name, statusText(order)))
  return html`
    <a class="button ghost" href="${href}" target="_blank" rel="noopener">${icon('chat')} Avisar a ${firstName(customerName)}</a>
  `
}

const firstName = (name: string) => name.split(' ')[0]!

export const messageTo = (name: string, store: string, text: string) =>
  `Hola ${firstName(name)}, te escribe ${store}: ${text}`

/** `map` is the place that the shopper's phone gave; without it the address is searched for. */
type Contact = {
  name: string
  phone: string
  address: string | null
  phoneVerified: boolean
  area?: string | null
  map?: string | null
}

export async function contactOf(
  { sql, store }: StoreContext,
  { name, phone, address, phoneVerified, area = null, map = null }: Contact,
  heading: string,
  { text, copy }: { text: string; copy?: Html },
): Promise<Html> {
  if (phone === '')
    return section(heading, html`<p>El nombre y el teléfono se borraron a pedido de quien compró.</p>`)
  const message = messageTo(name, store.name, text)
  const searched = address && `https://www.google.com/maps/search/?api=1&query=${encodeURIComponent(address)}`
  return section(
    heading,
    html`
      <p>
        ${shownPhone(phone)} ${phoneVerified && phoneBadge}
        ${address && html`<br>${address}`}${area && html`<br><b>${area}</b>`}
      </p>
      ${(await hasOptedOut(sql, phone)) && optedOut}
      <div class="contact-buttons">
        <a class="button ghost" href="${whatsappLink(phone, message)}" target="_blank" rel="noopener">
          ${icon('chat')} WhatsApp
        </a>
        <a class="button ghost" href="tel:${phone}">${icon('phone')} Llamar</a>
        ${map ? mapLink(map, 'Ubicación') : searched && mapLink(searched, 'Mapa')}
        ${copy}
      </div>
    `,
  )
}

const optedOut = html`
  <p class="muted">
    No quiere mensajes: escribió «baja» al número del servicio, y no le enviamos los avisos de sus pedidos. Tú sí
    puedes escribirle.
  </p>
`

function orderText({ store }: StoreContext, order: Order): string {
  const {
    orderNumber,
    customerName,
    customerPhone,
    customerAddress,
    table,
    items,
    total,
    currency,
    notes,
    location,
    wantedAt,
  } = order
  const lines = [
    orderNumber,
    `${customerName} · ${shownPhone(customerPhone)}`,
    customerAddress,
    table && `Mesa ${table}`,
    order.shippingOption?.area,
    location && mapUrl(location),
    wantedAt && `Para el ${dayAndTime(wantedAt, store.timeZone).in('es')}`,
    ...items.map(itemTextInFull),
    `Total: ${formatAmount(total, currency)}`,
    notes && `Nota: ${notes}`,
  ]
  return lines.filter(Boolean).join('\n')
}

const copyButton = (text: string) => html`
  <button type="button" class="button ghost" data-copy="${text}">${icon('copy')} Copiar</button>
`

const mapLink = (href: string, text: string) => html`
  <a class="button ghost" href="${href}" target="_blank" rel="noopener">${icon('pin')} ${text}</a>
`
