import { html, type Html } from '../../../core/http/html.ts'
import { t, type Wording } from '../../../core/texts/text.ts'
import { formatAmount } from '../../../core/values/money.ts'
import { changeText, itemChanges } from '../../../features/orders/item-changes.ts'
import { whatsappLink } from '../../../features/orders/message.ts'
import type { StoredItem } from '../../../features/orders/order-item.ts'
import type { OrderRow } from '../../../features/orders/order-row.ts'
import { expiryOf, isOpen } from '../../../features/orders/proposal.ts'
import { whyUnchangeable } from '../../../features/orders/propose.ts'
import { withdrawProposal } from '../../../features/orders/withdraw-proposal.ts'
import { moment } from '../../../core/pages/format.ts'
import { shopUrl } from '../../../features/stores/address.ts'
import type { PanelForm, StoreContext } from '../page.ts'
import { buttonForm } from '../parts/form.ts'
import { icon } from '../parts/icon.ts'
import { section } from '../parts/list.ts'
import { messageTo } from '../parts/customer-contact.ts'

export const withdrawForm: PanelForm<StoreContext> = {
  operation: withdrawProposal,
  done: t('Retiraste el cambio: el pedido sigue como estaba'),
  next: ({ params }) => `/pedidos/${params['id']!}`,
}

export function proposalOf(context: StoreContext, order: OrderRow): Html | null {
  const { base, store, form } = context
  const { proposal, id } = order
  const mayWrite = context.can('orders:write')
  if (!isOpen(proposal)) {
    if (!mayWrite || (order.status !== 'pending' && order.status !== 'confirmed')) return null
    const isPaid = whyUnchangeable(order) !== null
    return html`
      <p class="links"><a href="${base}/pedidos/${id}/cambiar">${isPaid ? t('¿Hay que cambiar algo?') : t('Cambiar el pedido')}</a></p>
    `
  }
  return section(
    t('Cambio por aceptar'),
    html`
      ${proposal.message && html`<p>${t('«{text}»', { text: proposal.message })}</p>`}
      ${changeRows(order, proposal)}
      <p class="hint">${t('Quien compró puede responder hasta el {time}.', { time: moment(expiryOf(proposal), store.timeZone) })}</p>
      ${
        mayWrite &&
        html`
        <div class="buttons">
          ${sendLink(context, order)}
          ${buttonForm(form(`/pedidos/${id}/cambio`), {}, html`<button class="button ghost">${t('Retirar el cambio')}</button>`)}
        </div>
      `
      }
    `,
  )
}

/** The chat with who bought, with the link written; null once their data were erased. */
function sendLink({ app, store }: StoreContext, order: OrderRow): Html | null {
  if (order.customerPhone === '') return null
  const url = shopUrl(app, store, `/pedido/${order.trackingToken}`)
  const change = t('te proponemos un cambio en tu pedido {order}. Míralo y dinos si te va bien:\n\n{url}', {
    order: order.orderNumber,
    url,
  })
  const text = messageTo(order.customerName, store.name, change).in(store.language)
  return html`
    <a class="button" href="${whatsappLink(order.customerPhone, text)}" target="_blank" rel="noopener">
      ${icon('chat')} ${t('Enviar por WhatsApp')}
    </a>
  `
}

type Sums = {
  items: StoredItem[]
  subtotal: number
  discount: number | null
  shipping: number | null
  total: number
}

export function changeRows(order: OrderRow, { items, subtotal, discount, shipping, total }: Sums): Html {
  const amount = (value: number) => formatAmount(value, order.currency)
  const sum = (label: Wording, value: Wording) =>
    html`<tr><th scope="row">${label}</th><td>${value}</td></tr>`
  const rows = itemChanges(order.items, items).map((change) => {
    const { item, from, to } = change
    const cost = amount(item.unitPrice * (to || from))
    return html`<tr><td>${changeText(change)}</td><td>${to === 0 ? `−${cost}` : cost}</td></tr>`
  })
  return html`
    <table class="sums">
      <tbody>${rows}</tbody>
      <tfoot>
        ${sum(t('Productos'), amount(subtotal))}
        ${discount ? sum(t('Descuento'), `−${amount(discount)}`) : null}
        ${order.shippingName !== null && sum(t('Envío'), shipping ? amount(shipping) : t('Gratis'))}
        ${sum(t('Total'), amount(total))}
      </tfoot>
    </table>
  `
}
