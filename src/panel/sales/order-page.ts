import { updateOrder } from '../../orders/update.ts'
import { html, type Html } from '../../core/http/html.ts'
import { formatAmount } from '../../core/values/money.ts'
import { dayAndTime } from '../../hours/format.ts'
import { countOrders, ordersVersion } from '../../orders/count.ts'
import { listCustomerMessages } from '../../orders/customer-notice.ts'
import { readOrder } from '../../orders/get.ts'
import { readPaymentHistory } from '../../orders/payment-history.ts'
import { itemText, modifierText } from '../../orders/message.ts'
import type { Order, OrderStatus } from '../../orders/order.ts'
import { resendNotice } from '../../orders/resend-notice.ts'
import { moment } from '../../pages/format.ts'
import { lastOf } from '../forms/form-fields.ts'
import { NoFields } from '../forms/no-fields.ts'
import { storePage, type StoreContext, type View } from '../page.ts'
import { isPaymentAwaited, paymentForm, paymentOf } from './order-payment.ts'
import { history } from './order-history.ts'
import { contact } from './customer-contact.ts'
import { buttonForm } from '../parts/form.ts'
import { icon } from '../parts/icon.ts'
import { badge, section } from '../parts/list.ts'
import { receipts } from './order-receipts.ts'
import { statusBadge, statusLabels } from './order-status.ts'

const back = ({ base }: StoreContext) => ({ href: `${base}/pedidos`, label: 'Pedidos' })

export const orderPage = storePage({
  path: '/pedidos/:id',
  needs: 'orders:read',
  isReadWhileSuspended: true,
  async show(context) {
    const counts = await countOrders(context.sql, context.store.id)
    const order = await readOrder(context.sql, context.store.id, context.params['id']!)
    const paid = paymentOf(context, order, await receipts(context, order.id))
    const isAwaited = isPaymentAwaited(order)
    const payments = order.payment && (await readPaymentHistory(context.sql, context.store.id, order.id))
    const messages = await listCustomerMessages(context.sql, context.store.id, order)
    return {
      title: order.orderNumber,
      back: back(context),
      orders: ordersVersion(counts),
      action: html`
        <a class="quiet" href="${context.base}/pedidos/${order.id}/imprimir">${icon('print')} Imprimir</a>
      `,
      main: html`
        <div class="order">
          ${isAwaited && paid}
          ${state(context, order)}
          ${!isAwaited && paid}
          ${await contact(context, order)}
          ${items(order)}
          ${history(context, order, messages, payments ?? [])}
        </div>
        ${order.status === 'pending' && context.can('orders:write') && replyHelp(context)}
      `,
    }
  },
  forms: {
    '/pedidos/:id': {
      operation: updateOrder,
      done: (order) => statusLabels(order as Order).done,
      async before(context, fields) {
        const confirmed = lastOf(fields, 'confirmed')
        fields.delete('confirmed')
        if (lastOf(fields, 'status') !== 'cancelled' || confirmed === '1') return
        return cancelView(context, await readOrder(context.sql, context.store.id, context.params['id']!))
      },
    },
    '/pedidos/:id/pago': paymentForm,
    '/pedidos/:id/aviso': {
      body: NoFields,
      needs: 'orders:write',
      async run({ sql, store, params }) {
        await resendNotice(sql, store.id, params['id']!)
        return { next: `/pedidos/${params['id']!}`, message: 'El aviso va otra vez en camino' }
      },
    },
  },
})

const replyHelp = ({ base }: StoreContext) => html`
  <p class="links"><a href="${base}/ayuda/responder">Cómo responder a un pedido</a></p>
`

/** The confirmation of a cancellation, which can't be undone. */
function cancelView(context: StoreContext, order: Order): View {
  const form = context.form(`/pedidos/${order.id}`)
  const cancel = buttonForm(
    form,
    { status: 'cancelled', confirmed: '1' },
    html`<button class="button danger">Sí, cancelar el pedido</button>`,
  )
  return {
    title: `¿Cancelar ${order.orderNumber}?`,
    back: { href: `${context.base}/pedidos/${order.id}`, label: order.orderNumber },
    main: html`
      <p>
        ${order.customerName} pidió ${formatAmount(order.total, order.currency)}. Un pedido cancelado no se
        puede volver a abrir. Avísale tú: no enviamos ningún mensaje.
      </p>
      <div class="buttons">
        ${cancel}
        <a class="button ghost" href="${context.base}/pedidos/${order.id}">No, dejarlo</a>
      </div>
    `,
  }
}

/** The status of the order, and its next step as the large button. */
function state(context: StoreContext, order: Order): Html {
  const [next] = order.nextStatuses
  const form = context.form(`/pedidos/${order.id}`)
  const move = (status: OrderStatus, kind: string) =>
    buttonForm(
      form,
      { status },
      html`<button class="button ${kind}">${statusLabels({ ...order, status }).move}</button>`,
    )
  const buttons =
    context.can('orders:write') &&
    html`
      <div class="buttons">
        ${next && next !== 'cancelled' && move(next, 'large')}
        ${order.nextStatuses.includes('cancelled') && move('cancelled', 'ghost')}
      </div>
    `
  return html`
    <section class="card">
      <p class="state">
        ${statusBadge(order)}
        ${order.isTest && badge('De prueba', 'warn')}
        <span>${moment(order.createdAt, context.store.timeZone)}</span>
      </p>
      <p class="total">${formatAmount(order.total, order.currency)}</p>
      ${deliverySummary(context, order)}
      ${buttons}
    </section>
  `
}

const kinds = { delivery: 'Se entrega', pickup: 'Se recoge' }

/** How and when the customer would like to have it. */
function deliverySummary({ store }: StoreContext, { deliveryKind, wantedAt }: Order): Html | null {
  if (deliveryKind === null && wantedAt === null) return null
  const kind = deliveryKind ? kinds[deliveryKind] : 'Para'
  return html`<p><b>${kind}</b>${wantedAt && html` el ${dayAndTime(wantedAt, store.timeZone)}`}</p>`
}

function items(order: Order): Html {
  const amount = (value: number) => formatAmount(value, order.currency)
  const { shippingOption, discount, notes } = order
  const lines = order.items.map(
    (item) =>
      html`<tr><td>${itemText(item)}${choicesAndNote(item)}</td><td>${amount(item.subtotal)}</td></tr>`,
  )
  const shipping = shippingOption?.price === 0 ? 'Gratis' : amount(shippingOption?.price ?? 0)
  const hasParts = shippingOption !== null || discount !== null
  const sum = (label: string, value: string) => html`<tr><th scope="row">${label}</th><td>${value}</td></tr>`
  return section(
    'Lo que pidió',
    html`
      <table class="sums">
        <tbody>${lines}</tbody>
        <tfoot>
          ${hasParts && sum('Productos', amount(order.subtotal))}
          ${discount && sum(`Descuento ${discount.code}`, `−${amount(discount.amount)}`)}
          ${shippingOption && sum([shippingOption.name, shippingOption.area].filter(Boolean).join(', '), shipping)}
          ${sum('Total', amount(order.total))}
        </tfoot>
      </table>
      ${notes && html`<div class="notice"><p><b>Nota:</b> ${notes}</p></div>`}
    `,
  )
}

/** What was chosen with an item, by group, and its note. */
function choicesAndNote({ modifiers, note }: Order['items'][number]): Html {
  const groups = Map.groupBy(modifiers, ({ group }) => group)
  const lines = [...groups].map(
    ([group, chosen]) => html`<small><b>${group}:</b> ${chosen.map(modifierText).join(', ')}</small>`,
  )
  return html`${lines}${note && html`<small><b>Nota:</b> ${note}</small>`}`
}
