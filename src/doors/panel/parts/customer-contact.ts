import { html, type Html } from '../../../core/http/html.ts'
import { formatAmount } from '../../../core/values/money.ts'
import { dayAndTime } from '../../../features/hours/format.ts'
import { shownPhone } from '../../../core/pages/phone.ts'
import { itemTextInFull, whatsappLink } from '../../../features/orders/message.ts'
import { messageOfStatus, type CustomerMessage } from '../../../features/orders/customer-notice.ts'
import { mapUrl, type Order, type OrderStatus } from '../../../features/orders/order.ts'
import type { DeliveryKind } from '../../../features/shipping/delivery-kind.ts'
import { hasOptedOut } from '../../../features/whatsapp/opt-outs.ts'
import { joined, t, type Localized, type Wording } from '../../../core/texts/text.ts'
import type { StoreContext } from '../page.ts'
import { icon } from './icon.ts'
import { badge, section } from './list.ts'
import { whenDone } from './time.ts'

type TextOfOrder = (orderNumber: string) => Localized

/** The texts that a store may send to the customer in each status; none is sent automatically. */
const texts: Record<OrderStatus, TextOfOrder> = {
  pending: (n) => t('recibimos tu pedido {n}. ¿Nos confirmas que está todo bien?', { n }),
  confirmed: (n) => t('confirmamos tu pedido {n}. Te avisamos cuando vaya en camino.', { n }),
  shipped: (n) => t('tu pedido {n} va en camino.', { n }),
  delivered: (n) => t('gracias por tu compra. Esperamos que disfrutes tu pedido {n}.', { n }),
  cancelled: (n) => t('tu pedido {n} quedó cancelado. Si tienes dudas, escríbenos por aquí.', { n }),
}

/** Of orders that are not brought to an address. */
const textsOfKind: Partial<Record<DeliveryKind, Partial<Record<OrderStatus, TextOfOrder>>>> = {
  pickup: {
    confirmed: (n) => t('confirmamos tu pedido {n}. Te avisamos cuando esté listo para recoger.', { n }),
    shipped: (n) => t('tu pedido {n} está listo para recoger.', { n }),
  },
  here: {
    confirmed: (n) => t('confirmamos tu pedido {n}. Te avisamos cuando esté listo.', { n }),
    shipped: (n) => t('tu pedido {n} está listo.', { n }),
  },
}

export const phoneBadge = badge(t('Teléfono confirmado'), 'good')

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

const kinds = { delivery: t('Se entrega'), pickup: t('Se recoge'), here: t('En la mesa') }

function deliverySummary({ store }: StoreContext, { deliveryKind, table, wantedAt }: Order): Localized {
  const time = wantedAt && dayAndTime(wantedAt, store.timeZone)
  if (!deliveryKind) return time ? t('Para el {time}', { time }) : t('Contacto')
  const how = joined(table ? [kinds[deliveryKind], table] : [kinds[deliveryKind]], ' ')
  return time ? t('{how} el {time}', { how, time }) : how
}

const statusText = ({ orderNumber, deliveryKind, status }: Order) =>
  ((deliveryKind && textsOfKind[deliveryKind]?.[status]) || texts[status])(orderNumber)

/**
 * The button that tells the customer what the order's status is, or that a message did or is about to; null once their data were
 * erased.
 */
export function tellButton({ store }: StoreContext, order: Order, messages: CustomerMessage[]): Html | null {
  const { customerName, customerPhone } = order
  if (customerPhone === '') return null
  const { state = 'failed', finishedAt = null } = messageOfStatus(messages, order.status) ?? {}
  if (state === 'done' && finishedAt) {
    const when = whenDone(finishedAt, store.timeZone)
    return html`<p class="told">${icon('check')} ${t('Ya le avisamos por WhatsApp')} · ${when}</p>`
  }
  if (state !== 'failed')
    return html`<p class="told">${icon('clock')} ${t('El aviso por WhatsApp está por salir')}</p>`
  const message = messageTo(customerName, store.name, statusText(order))
  const href = whatsappLink(customerPhone, message.in(store.language))
  return html`
    <a class="button ghost" href="${href}" target="_blank" rel="noopener">
      ${icon('chat')} ${t('Avisar a {name}', { name: firstName(customerName) })}
    </a>
  `
}

const firstName = (name: string) => name.split(' ')[0]!

export const messageTo = (name: string, store: string, text: Wording): Localized =>
  t('Hola {name}, te escribe {store}: {text}', { name: firstName(name), store, text })

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
  heading: Wording,
  { text, copy }: { text: Wording; copy?: Html },
): Promise<Html> {
  if (phone === '')
    return section(
      heading,
      html`<p>${t('El nombre y el teléfono se borraron a pedido de quien compró.')}</p>`,
    )
  const message = messageTo(name, store.name, text).in(store.language)
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
        <a class="button ghost" href="tel:${phone}">${icon('phone')} ${t('Llamar')}</a>
        ${map ? mapLink(map, t('Ubicación')) : searched && mapLink(searched, t('Mapa'))}
        ${copy}
      </div>
    `,
  )
}

const optedOut = html`
  <p class="muted">
    ${t(
      'No quiere mensajes: escribió «baja» al número del servicio, y no le enviamos los avisos de sus pedidos. Tú sí puedes escribirle.',
    )}
  </p>
`

function orderText({ store }: StoreContext, order: Order): Localized {
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
  const lines: (Wording | null | undefined)[] = [
    orderNumber,
    `${customerName} · ${shownPhone(customerPhone)}`,
    customerAddress,
    table && t('Mesa {name}', { name: table }),
    order.shippingOption?.area,
    location && mapUrl(location),
    wantedAt && t('Para el {time}', { time: dayAndTime(wantedAt, store.timeZone) }),
    ...items.map(itemTextInFull),
    t('Total: {total}', { total: formatAmount(total, currency) }),
    notes && t('Nota: {notes}', { notes }),
  ]
  return joined(
    lines.filter((line): line is Wording => line != null && line !== ''),
    '\n',
  )
}

const copyButton = (text: Localized) => html`
  <button type="button" class="button ghost" data-copy="${text}">${icon('copy')} ${t('Copiar')}</button>
`

const mapLink = (href: string, text: Wording) => html`
  <a class="button ghost" href="${href}" target="_blank" rel="noopener">${icon('pin')} ${text}</a>
`
