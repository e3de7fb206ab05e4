import { html, type Html } from '../../core/http/html.ts'
import { formatAmount } from '../../core/values/money.ts'
import { countOrders, ordersVersion } from '../../orders/count.ts'
import { readOrders } from '../../orders/list.ts'
import { nextStatuses, OrderStatus, type OrderSummary } from '../../orders/order.ts'
import { PaymentState } from '../../orders/payment.ts'
import { plural } from '../../pages/format.ts'
import { bulkOrdersFields, bulkOrdersForm, BulkOrders, moveEach } from './bulk-orders.ts'
import { storePage, type StoreContext } from '../page.ts'
import { icon } from '../parts/icon.ts'
import { columnHeads, emptyState } from '../parts/list.ts'
import { pageOf, pager, tabs } from '../parts/pager.ts'
import { paymentBadge, paymentTabs } from './payment-labels.ts'
import { phoneBadge } from './customer-contact.ts'
import { statusBadge, statusTabs } from './order-status.ts'
import { searchForm } from '../parts/search.ts'
import { soundSwitch } from '../parts/sound-switch.ts'
import { sinceDay } from '../parts/time.ts'

const PAGE = 50

export const ordersPage = storePage({
  path: '/pedidos',
  needs: 'orders:read',
  isReadWhileSuspended: true,
  async show(context) {
    const { sql, store, query } = context
    const status = OrderStatus.enum.find((name) => name === query['estado'])
    const search = query['q'] || undefined
    const paymentState = PaymentState.enum.find((name) => name === query['pago'])
    const page = pageOf(query, PAGE)
    const counts = await countOrders(sql, store.id)
    const orders = await readOrders(sql, store.id, { ...page, status, search, paymentState })
    const hasMethods = paymentState !== undefined || orders.data.some(({ payment }) => payment !== null)
    const isWanted = 'elegir' in query || context.form('/pedidos/varios').isTyped
    const isChoosing = isWanted && context.can('orders:write')
    const mayChoose = context.can('orders:write') && canBeMoved(status) && orders.data.length > 1
    const list = isChoosing ? orderChoices : orderList
    const fields = isChoosing ? [bulkOrdersFields(context, status, searchOf(query))] : []
    return {
      title: 'Pedidos',
      fields,
      action: context.can('orders:write')
        ? html`<a class="button" href="${context.base}/pedidos/nuevo">${icon('plus')} A mano</a>`
        : undefined,
      ...(!isChoosing && { orders: ordersVersion(counts) }), // a newer page would take the ticks away
      main: html`
        ${tabs(
          'Estado',
          statusTabs(counts, status, (estado) => hrefOf(context, { estado, offset: '' })),
        )}
        ${
          hasMethods &&
          tabs(
            'Pago',
            paymentTabs(paymentState, (pago) => hrefOf(context, { pago, offset: '' })),
          )
        }
        ${searchForm(query, {
          action: `${context.base}/pedidos`,
          placeholder: 'Buscar pedido',
          label: 'Buscar por número, nombre o teléfono',
          keep: { estado: query['estado'], pago: query['pago'] },
        })}
        ${mayChoose && chooseLink(context, isChoosing)}
        ${orders.data.length > 0 ? list(context, orders.data) : emptyList(context)}
        ${isChoosing && bulkOrdersForm(context, fields, searchOf(query))}
        ${pager({ ...page, total: orders.total }, (offset) => hrefOf(context, { offset: String(offset) }))}
        ${soundSwitch}
      `,
    }
  },
  forms: {
    '/pedidos/varios': {
      body: BulkOrders,
      needs: 'orders:write',
      run: async (context, input: BulkOrders) => ({
        message: await moveEach(context, input),
        next: `/pedidos${searchOf(context.query)}`,
      }),
    },
  },
})

/** Whether orders of this status, or of any, can still change it. */
const canBeMoved = (status: OrderStatus | undefined) =>
  status === undefined || nextStatuses(status).length > 0

/** This list with other values in its address, from its beginning. */
const hrefOf = ({ base, query }: StoreContext, changes: Record<string, string>) =>
  `${base}/pedidos${searchOf(query, { offset: '', ...changes })}`

/** The address of the list with other parameters, such as `?estado=pending&offset=50`. */
function searchOf(query: Record<string, string>, changes: Record<string, string> = {}): string {
  const { estado = '', pago = '', q = '', offset = '' } = query
  const params = Object.entries({ estado, pago, q, offset, ...changes }).filter(([, value]) => value)
  const search = new URLSearchParams(params).toString()
  return search && `?${search}`
}

function chooseLink({ base, query }: StoreContext, isChoosing: boolean): Html {
  const hrefTo = (elegir: string) => `${base}/pedidos${searchOf(query, { elegir })}`
  if (isChoosing)
    return html`<p><a class="quiet" href="${hrefTo('todos')}">${icon('check')} Elegir los de esta página</a></p>`
  return html`<p><a class="quiet" data-choose href="${hrefTo('1')}">${icon('check')} Elegir varios</a></p>`
}

/** Orders as rows: who, what in short, how much, since when. */
export function orderList(context: StoreContext, orders: OrderSummary[]): Html {
  const rows = orders.map(
    (order) => html`
      <li><a class="row" href="${context.base}/pedidos/${order.id}">${orderFacts(context, order)}</a></li>
    `,
  )
  return html`
    ${columnHeads(['Cliente', 'Pedido', 'Artículos', 'Cuándo', 'Total', 'Estado'], 'orders')}
    <ul class="list orders" aria-label="Pedidos">${rows}</ul>
  `
}

/** The same with a box for each. */
function orderChoices(context: StoreContext, orders: OrderSummary[]): Html {
  const ticked = context.form('/pedidos/varios').values('ids')
  const isChosen = ({ id, status }: OrderSummary) =>
    context.query['elegir'] === 'todos' ? canBeMoved(status) : ticked.includes(id)
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

function orderFacts({ store }: StoreContext, order: OrderSummary): Html {
  const { orderNumber, customerName, phoneVerified, items, total, currency, createdAt } = order
  const count = items.reduce((sum, { quantity }) => sum + quantity, 0)
  const facts = [orderNumber, plural(count, 'artículo', 'artículos'), sinceDay(createdAt, store.timeZone)]
  return html`
    <span class="row-text">
      <b>${customerName}</b>
      <small class="facts">${facts.map((fact) => html`<span>${fact}</span>`)}</small>
    </span>
    <span class="row-end">
      <b>${formatAmount(total, currency)}</b>
      ${paymentBadge(order.payment)}${phoneVerified && phoneBadge}${statusBadge(order)}
    </span>
  `
}

function emptyList({ base, query }: StoreContext): Html {
  if (query['q'] || query['estado'] || query['pago']) {
    const all = html`<a class="button ghost" href="${base}/pedidos">Ver todos</a>`
    return emptyState('search', 'Ningún pedido es así', 'Prueba con el número, el nombre o el teléfono.', all)
  }
  const share = html`
    <a class="button" href="${base}/compartir">Compartir mi tienda</a>
    <p><a href="${base}/ayuda/primer-pedido">Cómo conseguir tu primer pedido</a></p>
  `
  return emptyState(
    'orders',
    'Todavía no hay pedidos',
    'Comparte el enlace de tu tienda y aparecerán aquí, solos, apenas lleguen.',
    share,
  )
}
