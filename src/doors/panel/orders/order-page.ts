import { updateOrder } from '../../../features/orders/update.ts'
import { html, type Html } from '../../../core/http/html.ts'
import { joined, t, type Wording } from '../../../core/texts/text.ts'
import { formatAmount } from '../../../core/values/money.ts'
import { readArrivals } from '../../../features/orders/arrivals.ts'
import { countOrders, ordersVersion } from '../../../features/orders/count.ts'
import { listCustomerMessages, type CustomerMessage } from '../../../features/orders/customer-notice.ts'
import { readOrder, readOrderRow } from '../../../features/orders/get.ts'
import { readNames, readPaymentHistory } from '../../../features/orders/payment-history.ts'
import { itemText, modifierText } from '../../../features/orders/message.ts'
import type { Order } from '../../../features/orders/order.ts'
import { toOrder } from '../../../features/orders/order-row.ts'
import { resendNotice } from '../../../features/orders/resend-notice.ts'
import { whereFrom } from '../access/context.ts'
import { lastOf } from '../forms/form-fields.ts'
import { NoFields } from '../forms/no-fields.ts'
import { storePage, type StoreContext, type View } from '../page.ts'
import { paymentForm, paymentOf } from './order-payment.ts'
import { changeText, paymentBadge } from './payment-labels.ts'
import { history } from './order-history.ts'
import { contact, tellButton } from '../parts/customer-contact.ts'
import { itemPictures } from './item-pictures.ts'
import { REASON, reasonChoices, reasonOf } from './cancel-reasons.ts'
import { nextStep } from './order-list.ts'
import { undoOf } from './undo-moves.ts'
import { buttonForm, formOf } from '../parts/form.ts'
import { icon } from '../parts/icon.ts'
import { badge, section } from '../parts/list.ts'
import { since } from '../parts/time.ts'
import { proposalOf, withdrawForm } from './order-proposal.ts'
import { receipts } from './order-receipts.ts'
import { statusBadge, statusLabels } from './order-status.ts'

const back = ({ base }: StoreContext) => ({ href: `${base}/pedidos`, label: t('Pedidos') })

export const orderPage = storePage({
  path: '/pedidos/:id',
  needs: 'orders:read',
  isReadWhileSuspended: true,
  async show(context) {
    const { sql, store, params } = context
    const [counts, arrivals] = [await countOrders(sql, store.id), await readArrivals(sql, store.id)]
    const row = await readOrderRow(sql, store.id, params['id']!)
    const order = toOrder(row)
    const paid = paymentOf(context, order, await receipts(context, order.id))
    const isInReview = order.payment?.state === 'REVIEW'
    const payments = order.payment && (await readPaymentHistory(sql, store.id, order.id))
    const messages = await listCustomerMessages(sql, store.id, order)
    const pictures = await itemPictures(context, row.items)
    const people = await readNames(sql, row.timeline)
    const names = row.timeline.map(({ accountId }) => people.get(accountId ?? '') ?? null)
    return {
      title: order.customerName || order.orderNumber,
      back: back(context),
      orders: ordersVersion(counts, arrivals),
      action: html`
        <a class="quiet" href="${context.base}/pedidos/${order.id}/imprimir">${icon('print')} ${t('Imprimir')}</a>
      `,
      main: html`
        <div class="order">
          <aside id="beside" data-beside="${context.base}/pedidos" aria-label="${t('Pedidos')}"></aside>
          <div>
            ${state(context, order)}
            ${isInReview && paid}
            ${items(order, pictures)}
            ${proposalOf(context, row)}
            ${await contact(context, order)}
          </div>
          <div>
            ${!isInReview && paid}
            ${history(context, order, { names, messages, payments: payments ?? [] })}
            ${context.can('orders:write') && furtherSteps(context, order)}
          </div>
        </div>
        ${context.can('orders:write') && nextSteps(context, order, messages)}
      `,
    }
  },
  forms: {
    '/pedidos/:id': {
      operation: updateOrder,
      done: (order) =>
        joined([statusLabels(order as Order).done, (order as Order).customerName.split(' ')[0]!], ': '),
      next: (context, order) => whereFrom(context, `/pedidos/${String(order['id'])}`),
      undo: (context, order) => (order['status'] === 'cancelled' ? undefined : undoOf(context)),
      links: ({ base, params }, _sent, fields) => {
        const reason = lastOf(fields, REASON)
        const href = `${base}/pedidos/${params['id']!}/whatsapp/${reason ?? ''}`
        return reasonOf(reason) ? [{ href, label: t('Escribírselo por WhatsApp') }] : []
      },
      async before(context, fields) {
        const confirmed = lastOf(fields, 'confirmed')
        fields.delete('confirmed')
        if (lastOf(fields, 'status') !== 'cancelled' || confirmed === '1') return
        return cancelView(context, await readOrder(context.sql, context.store.id, context.params['id']!))
      },
    },
    '/pedidos/:id/pago': paymentForm,
    '/pedidos/:id/cambio': withdrawForm,
    '/pedidos/:id/aviso': {
      body: NoFields,
      needs: 'orders:write',
      async run({ sql, store, params }) {
        await resendNotice(sql, store.id, params['id']!)
        return { next: `/pedidos/${params['id']!}`, message: t('El aviso va otra vez en camino') }
      },
    },
  },
})

/** The confirmation of a cancellation, which can't be undone. */
function cancelView(context: StoreContext, order: Order): View {
  const form = context.form(`/pedidos/${order.id}`)
  const fields = html`
    <input type="hidden" name="status" value="cancelled">
    <input type="hidden" name="confirmed" value="1">
    ${order.customerPhone !== '' && reasonChoices()}
    <div class="buttons">
      <button class="button danger">${t('Sí, cancelar el pedido')}</button>
      <a class="button ghost" href="${context.base}/pedidos/${order.id}">${t('No, dejarlo')}</a>
    </div>
  `
  return {
    title: t('¿Cancelar {order}?', { order: order.orderNumber }),
    back: { href: `${context.base}/pedidos/${order.id}`, label: order.customerName || order.orderNumber },
    main: html`
      <p>
        ${t(
          '{name} pidió {total}. Un pedido cancelado no se puede volver a abrir. Avísale tú: no enviamos ningún mensaje.',
          { name: order.customerName, total: formatAmount(order.total, order.currency) },
        )}
      </p>
      ${formOf(form, fields)}
    `,
  }
}

/** How much, paid or not and how, and where the order stands. */
function state(context: StoreContext, order: Order): Html {
  const change = changeText(order)
  return html`
  <p class="state">
    <b class="total">${formatAmount(order.total, order.currency)}</b>
    ${paymentBadge(order.payment)}${order.payment && html`<span>${order.payment.name}</span>`}
    ${change && html`<b>${change}</b>`}
    ${statusBadge(order)}
    ${order.isTest && badge(t('De prueba'), 'warn')}
    <span>${order.orderNumber}</span> <span>${since(order.createdAt, context.store.timeZone)}</span>
  </p>
  `
}

function nextSteps(context: StoreContext, order: Order, messages: CustomerMessage[]): Html | null {
  const next = nextStep(order)
  const tell = order.status === 'pending' ? null : tellButton(context, order, messages)
  const move =
    next &&
    buttonForm(
      context.form(`/pedidos/${order.id}`),
      { status: next },
      html`<button class="button large">${statusLabels({ ...order, status: next }).move}</button>`,
    )
  return next || tell ? html`<div class="next-steps">${move}${tell}</div>` : null
}

function furtherSteps({ form, base }: StoreContext, order: Order): Html {
  const cancel = html`<button class="quiet">${icon('trash')} ${t('Cancelar pedido')}</button>`
  return html`
    <div class="links">
      ${order.nextStatuses.includes('cancelled') && buttonForm(form(`/pedidos/${order.id}`), { status: 'cancelled' }, cancel)}
      ${order.status === 'pending' && html`<a href="${base}/ayuda/responder">${t('Cómo responder a un pedido')}</a>`}
    </div>
  `
}

function items(order: Order, pictures: Html[]): Html {
  const amount = (value: number) => formatAmount(value, order.currency)
  const { shippingOption, discount, notes } = order
  const lines = order.items.map(
    (item, n) => html`
      <li>
        ${pictures[n]}
        <span class="row-text"><b>${itemText(item)}</b>${choicesAndNote(item)}</span>
        <span class="row-end">${amount(item.subtotal)}</span>
      </li>
    `,
  )
  const shipping = shippingOption?.price === 0 ? t('Gratis') : amount(shippingOption?.price ?? 0)
  const hasParts = shippingOption !== null || discount !== null
  const sum = (label: Wording, value: Wording) =>
    html`<tr><th scope="row">${label}</th><td>${value}</td></tr>`
  return section(
    t('Lo que pidió'),
    html`
      <ul class="items">${lines}</ul>
      ${notes && html`<div class="notice"><p><b>${t('Nota:')}</b> ${notes}</p></div>`}
      <table class="sums">
        <tfoot>
          ${hasParts && sum(t('Productos'), amount(order.subtotal))}
          ${discount && sum(t('Descuento {code}', { code: discount.code }), `−${amount(discount.amount)}`)}
          ${shippingOption && sum([shippingOption.name, shippingOption.area].filter(Boolean).join(', '), shipping)}
          ${sum(t('Total'), amount(order.total))}
        </tfoot>
      </table>
    `,
  )
}

function choicesAndNote({ modifiers, note }: Order['items'][number]): Html {
  const groups = Map.groupBy(modifiers, ({ group }) => group)
  const lines = [...groups].map(
    ([group, chosen]) => html`<small><b>${group}:</b> ${chosen.map(modifierText).join(', ')}</small>`,
  )
  return html`${lines}${note && html`<small><b>${t('Nota:')}</b> ${note}</small>`}`
}
