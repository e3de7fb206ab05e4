import { html, type Html } from '../../../core/http/html.ts'
import { Formatted, joined, t, type Wording } from '../../../core/texts/text.ts'
import { truncated } from '../../../core/values/text.ts'
import { formatAmount } from '../../../core/values/money.ts'
import { itemTextInFull } from '../../../features/orders/message.ts'
import { nextStatuses, type OrderStatus, type OrderSummary } from '../../../features/orders/order.ts'
import type { StoreContext } from '../page.ts'
import { buttonForm } from '../parts/form.ts'
import { sinceDay, whenWanted } from '../parts/time.ts'
import { phoneBadge } from '../parts/customer-contact.ts'
import { readRowFacts, type RowFacts } from './item-pictures.ts'
import { statusBadge, statusLabels } from './order-status.ts'
import { paymentBadge } from './payment-labels.ts'

/** Orders as rows: who, what, how and when, paid or not, how much, and the next step as a button. */
export async function orderList(context: StoreContext, orders: OrderSummary[]): Promise<Html> {
  const facts = await factsOf(context, orders)
  const rows = orders.map(
    (order) => html`
      <li>
        <a class="row" href="${context.base}/pedidos/${order.id}">
          ${facts.get(order.id)?.picture}${orderFacts(context, order, facts)}
        </a>
        ${context.can('orders:write') && stepButton(context, order)}
      </li>
    `,
  )
  return html`<ul class="list orders" aria-label="${t('Pedidos')}">${rows}</ul>`
}

export async function orderChoices(context: StoreContext, orders: OrderSummary[]): Promise<Html> {
  const facts = await factsOf(context, orders)
  const ticked = context.form('/pedidos/varios').values('ids')
  const isChosen = ({ id, status }: OrderSummary) =>
    context.query['elegir'] === 'todos' ? nextStatuses(status).length > 0 : ticked.includes(id)
  const rows = orders.map(
    (order) => html`
      <li>
        <label class="row choice">
          <input type="checkbox" name="ids" value="${order.id}" form="many"${isChosen(order) && html` checked`}>
          ${orderFacts(context, order, facts)}
        </label>
      </li>
    `,
  )
  return html`<ul class="list orders" aria-label="${t('Pedidos')}">${rows}</ul>`
}

export function nextStep({ status }: Pick<OrderSummary, 'status'>): OrderStatus | null {
  const [next] = nextStatuses(status)
  return next === undefined || next === 'cancelled' ? null : next
}

function stepButton({ form }: StoreContext, order: OrderSummary): Html | null {
  const status = nextStep(order)
  if (status === null) return null
  const { step } = statusLabels({ ...order, status })
  const label = t('{step}: pedido de {name}', { step, name: order.customerName })
  const button = html`
    <button class="button${order.status !== 'pending' && ' ghost'}" aria-label="${label}">${step}</button>
  `
  return html`<div class="step">${buttonForm(form(`/pedidos/${order.id}`), { status }, button)}</div>`
}

const factsOf = (context: StoreContext, orders: OrderSummary[]) =>
  readRowFacts(
    context,
    orders.map(({ id }) => id),
  )

const kinds = { delivery: t('Entrega'), pickup: t('Recoge'), here: t('Mesa') }

/** Two lines of text have room for no more. */
const MAX_WHAT = 240

function whatOf({ items, notes }: OrderSummary): Wording {
  const text = items.map(itemTextInFull).join(', ')
  if (!notes) return truncated(text, MAX_WHAT)
  const inFull = t('{items}. Nota: {notes}', { items: text, notes })
  return new Formatted((language) => truncated(inFull.in(language), MAX_WHAT))
}

function orderFacts({ store }: StoreContext, order: OrderSummary, facts: Map<string, RowFacts>): Html {
  const { customerName, phoneVerified, payment, total, currency, createdAt, deliveryKind, wantedAt } = order
  const when = wantedAt && whenWanted(wantedAt, store.timeZone)
  const delivery = [deliveryKind ? kinds[deliveryKind] : '', order.table ?? '', when ?? ''].filter(
    (fact) => fact !== '',
  )
  const area = facts.get(order.id)?.area
  return html`
    <span class="row-text">
      <b>${customerName}</b>
      <small class="what">${whatOf(order)}</small>
      <small class="facts">
        ${delivery.length > 0 && html`<span>${joined(delivery, ' ')}</span>`}${area && html`<span>${area}</span>`}
        <span>${sinceDay(createdAt, store.timeZone)}</span>
        ${paymentBadge(payment)}${payment && html`<span>${payment.name}</span>`}${phoneVerified && phoneBadge}
        <span class="status">${statusBadge(order)}</span>
      </small>
    </span>
    <b class="row-end">${formatAmount(total, currency)}</b>
  `
}
