import { html, type Html } from '../../core/http/html.ts'
import { whatsappLink } from '../../orders/message.ts'
import type { Order, OrderStatus } from '../../orders/order.ts'
import type { StoreContext } from '../page.ts'
import { icon } from './icon.ts'
import { section } from './list.ts'

/** What the store would tell the customer in each status; it is never sent by itself. */
const texts: Record<OrderStatus, string> = {
  pending: 'recibimos tu pedido {n}. ¿Nos confirmas que está todo bien?',
  confirmed: 'confirmamos tu pedido {n}. Te avisamos cuando vaya en camino.',
  shipped: 'tu pedido {n} va en camino.',
  delivered: 'gracias por tu compra. Esperamos que disfrutes tu pedido {n}.',
  cancelled: 'tu pedido {n} quedó cancelado. Si tienes dudas, escríbenos por aquí.',
}

/** Who ordered and where it goes, with a tap to write, call, or find the way. */
export function contact({ store }: StoreContext, order: Order): Html {
  const { customerName, customerPhone, customerAddress, orderNumber, status } = order
  const [first = ''] = customerName.split(' ')
  const text = `Hola ${first}, te escribe ${store.name}: ${texts[status].replace('{n}', orderNumber)}`
  const map =
    customerAddress &&
    `https://www.google.com/maps/search/?api=1&query=${encodeURIComponent(customerAddress)}`
  return section(
    customerName,
    html`
      <p>${customerPhone}${customerAddress && html`<br>${customerAddress}`}</p>
      <div class="buttons">
        <a class="button ghost" href="${whatsappLink(customerPhone, text)}" target="_blank" rel="noopener">
          ${icon('chat')} WhatsApp
        </a>
        <a class="button ghost" href="tel:${customerPhone}">${icon('phone')} Llamar</a>
        ${map && mapLink(map)}
      </div>
    `,
  )
}

const mapLink = (href: string) => html`
  <a class="button ghost" href="${href}" target="_blank" rel="noopener">${icon('pin')} Mapa</a>
`
