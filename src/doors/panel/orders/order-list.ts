import { html, type Html } from '../../../core/http/html.ts'
import { formatAmount } from '../../../core/values/money.ts'
import { itemText } from '../../../features/orders/message.ts'
import { nextStatuses, type OrderStatus, type OrderSummary } from '../../../features/orders/order.ts'
import type { StoreContext } from '../page.ts'
import { buttonForm } from '../parts/form.ts'
import { sinceDay, whenWanted } from '../parts/time.ts'
import { phoneBadge } from '../parts/customer-contact.ts'
import { firstPictures } from './item-pictures.ts'
import { statusBadge, statusLabels } from './order-status.ts'
import { paymentBadge } from './payment-labels.ts'

/** Orders as rows: who, what, how and when, paid or not, how much, and the next step as a button. */
export async function orderList(context: StoreContext, orders: OrderSummary[]): Promise<Html> {
  const pictures = await firstPictures(
    context,
    orders.map(({ id }) => id),
  )
  const rows = orders.map(
    (order) => html`
      <li>
        <a class="row" href="${context.base}/pedidos/${order.id}">
          ${pictures.get(order.id)}${orderFacts(context, order)}
        </a>
        ${context.can('orders:write') && stepButton(context, order)}
      </li>
    `,
  )
  return html`<ul class="list orders" aria-label="Pedidos">${rows}</ul>`
}

export async function orderChoices(context: StoreContext, orders: OrderSummary[]): Promise<Html> {
  const ticked = context.form('/pedidos/varios').values('ids')
  const isChosen = ({ id, status }: OrderSummary) =>
    context.query['elegir'] === 'todos' ? nextStatuses(status).length > 0 : ticked.includes(id)
  const rows = orders.map(
    (order) => html`
      <li>
        <label class="row choice">
          <input type="checkbox" name="ids" value="${order.id}" form="many"${isChosen(order) && html` checked`}>
          ${orderFacts(context, order)}
        </label>
      </li>
    `,
  )
  return html`<ul class="list orders" aria-label="Pedidos">${rows}</ul>`
}

export function nextStep({ status }: Pick<OrderSummary, 'status'>): OrderStatus | null {
  const [next] = nextStatuses(status)
  return next === undefined || next === 'cancelled' ? null : next
}

function stepButton({ form }: StoreContext, order: OrderSummary): Html | null {
  const status = nextStep(order)
  if (status === null) return null
  const { step } = statusLabels({ ...order, status })
  const button = html`
    <button class="button${order.status !== 'pending' && ' ghost'}" aria-label="${step}: pedido de ${order.customerName}">${step}</button>
  `
  return html`<div class="step">${buttonForm(form(`/pedidos/${order.id}`), { status }, button)}</div>`
}

const kinds = { delivery: 'Entrega', pickup: 'Recoge', here: 'Mesa' }

function orderFacts({ store }: StoreContext, order: OrderSummary): Html {
  const { customerName, phoneVerified, items, total, currency, createdAt, deliveryKind, wantedAt } = order
  const when = wantedAt && whenWanted(wantedAt, store.timeZone)
  const delivery = [deliveryKind && kinds[deliveryKind], order.table, when].filter(Boolean).join(' ')
  return html`
    <span class="row-text">
      <b>${customerName}</b>
      <small class="what">${items.map((item) => itemText(item)).join(', ')}</small>
      <small class="facts">
        ${delivery && html`<span>${delivery}</span>`}
        <span>${sinceDay(createdAt, store.timeZone)}</span>
        ${paymentBadge(order.payment)}${phoneVerified && phoneBadge}
        <span class="status">${statusBadge(order)}</span>
      </small>
    </span>
    <b class="row-end">${formatAmount(total, currency)}</b>
  `
}
