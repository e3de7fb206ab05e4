import { html, type Html } from '../../../core/http/html.ts'
import { shownPhone } from '../../../core/pages/phone.ts'
import { t, type Wording } from '../../../core/texts/text.ts'
import type { Shop } from '../../../features/catalog/shop.ts'
import { dayAndTime } from '../../../features/hours/format.ts'
import { shippingText } from '../../../features/orders/message.ts'
import { mapUrl } from '../../../features/orders/order.ts'
import type { OrderRow } from '../../../features/orders/order-row.ts'
import { orderedLines, sums } from './cart-lines.ts'

/** What was ordered, what it costs, and where it goes. */
export function orderSummary(shop: Shop, order: OrderRow, pictures: (string | null)[]): Html {
  const { currency, items, subtotal, shippingPrice: shipping, discountAmount: discount, total } = order
  const lines = items.map((item, n) => ({ ...item, imageUrl: pictures[n]! }))
  return html`
    <aside class="sheet" id="summary">
      <h2>${t('Lo que pediste')}</h2>
      ${orderedLines(shop, lines, currency)}
      ${sums(currency, { subtotal, shipping, discount, total })}
      ${delivery(shop, order)}
    </aside>
  `
}

function delivery({ address, timeZone }: Shop, order: OrderRow): Html {
  const { customerName, customerPhone, customerAddress, location, deliveryKind, wantedAt, notes, tableName } =
    order
  const place = deliveryKind === 'pickup' ? address : customerAddress
  const texts: (Wording | null | undefined)[] = [
    shippingText(order),
    place,
    tableName && t('Mesa {name}', { name: tableName }),
    wantedAt && t('Para el {time}', { time: dayAndTime(wantedAt, timeZone) }),
    notes && t('«{text}»', { text: notes }),
  ]
  return html`
    <div class="muted">
      <p>${customerName} · <span class="nowrap">${shownPhone(customerPhone)}</span></p>
      ${texts.map((text) => text && html`<p class="multiline">${text}</p>`)}
      ${
        location &&
        html`<p><a href="${mapUrl(location)}" target="_blank" rel="noopener noreferrer">
        ${t('Tu ubicación en el mapa')}</a></p>`
      }
    </div>
  `
}
