import { html, type Html } from '../../../core/http/html.ts'
import { t } from '../../../core/texts/text.ts'
import { readArrivals } from '../../../features/orders/arrivals.ts'
import { countOrders, ordersVersion, type OrderCounts } from '../../../features/orders/count.ts'
import { readOrders, selectOldest } from '../../../features/orders/list.ts'
import { toSummary } from '../../../features/orders/order-row.ts'
import { nextStatuses, OrderStatus } from '../../../features/orders/order.ts'
import { PaymentState } from '../../../features/orders/payment.ts'
import { bulkOrdersFields, bulkOrdersForm, BulkOrders, moveEach } from './bulk-orders.ts'
import { undoForm } from './undo-moves.ts'
import { storePage, type StoreContext } from '../page.ts'
import { icon } from '../parts/icon.ts'
import { emptyState } from '../parts/list.ts'
import { listHref, pager, readPage, tabs } from '../parts/pager.ts'
import { orderFilters } from './order-filters.ts'
import { orderChoices, orderList } from './order-list.ts'
import { paymentTabs } from './payment-labels.ts'
import { ALL, statusTabs, waitingLabels } from './order-status.ts'
import { searchForm } from '../parts/search.ts'
import { soundSwitch } from '../parts/sound-switch.ts'

const PAGE = 50
const MAX_WAITING = 20

/** Which orders are listed: what waits, unless others are requested. */
type Filter = {
  status: OrderStatus | undefined
  search: string | undefined
  paymentState: PaymentState | undefined
  paymentMethodId: string | undefined
  area: string | undefined
  isQueue: boolean
}

function filterOf(query: Record<string, string>): Filter {
  const status = OrderStatus.enum.find((name) => name === query['estado'])
  const search = query['q'] || undefined
  const paymentState = PaymentState.enum.find((name) => name === query['pago'])
  const others = {
    search,
    paymentState,
    paymentMethodId: query['forma'] || undefined,
    area: query['zona'] || undefined,
  }
  const isFiltered = status !== undefined || Object.values(others).some((one) => one !== undefined)
  return { status, ...others, isQueue: !isFiltered && query['estado'] !== ALL }
}

export const ordersPage = storePage({
  path: '/pedidos',
  needs: 'orders:read',
  isReadWhileSuspended: true,
  async show(context) {
    const { sql, store, query } = context
    const filter = filterOf(query)
    const counts = await countOrders(sql, store.id)
    const isChoosing =
      context.can('orders:write') && ('elegir' in query || context.form('/pedidos/varios').isSubmitted)
    const fields = isChoosing ? [bulkOrdersFields(context, filter.status, searchOf(query))] : []
    const version = ordersVersion(counts, await readArrivals(sql, store.id))
    return {
      title: t('Pedidos'),
      fields,
      action: context.can('orders:write')
        ? html`<a class="button" href="${context.base}/pedidos/nuevo">${icon('plus')} ${t('Anotar pedido')}</a>`
        : undefined,
      ...(!isChoosing && { orders: version }), // a newer page would take the ticks away
      main: html`
        ${tabs(
          t('Estado'),
          statusTabs(counts, filter.isQueue ? 'waiting' : (filter.status ?? 'all'), (estado) =>
            hrefOf(context, { estado, offset: '' }),
          ),
        )}
        ${filter.isQueue ? await queue(context, counts, isChoosing) : await filtered(context, filter, isChoosing)}
        ${isChoosing && bulkOrdersForm(context, fields, searchOf(query))}
        ${soundSwitch}
      `,
    }
  },
  forms: {
    '/pedidos/varios': {
      body: BulkOrders,
      needs: 'orders:write',
      run: (context, input: BulkOrders) => moveEach(context, input, `/pedidos${searchOf(context.query)}`),
    },
    '/pedidos/deshacer': undoForm,
  },
})

/** What waits for somebody, by what it waits for; who waits longest is first. */
async function queue(context: StoreContext, counts: OrderCounts, isChoosing: boolean): Promise<Html> {
  const groups = await Promise.all(
    (['pending', 'confirmed', 'shipped'] as const).map((status) =>
      group(context, status, counts[status] ?? 0, isChoosing),
    ),
  )
  const waiting = groups.filter((one) => one !== null)
  return html`
    ${await tools(context, isChoosing, waiting.length > 0)}
    ${waiting.length > 0 ? waiting : emptyQueue(context, counts)}
  `
}

async function group(
  context: StoreContext,
  status: keyof typeof waitingLabels,
  count: number,
  isChoosing: boolean,
): Promise<Html | null> {
  if (count === 0) return null
  const { sql, store } = context
  const orders = (await selectOldest(sql, store.id, status, MAX_WAITING)).map(toSummary)
  const list = isChoosing ? orderChoices : orderList
  const all = html`<a class="button ghost" href="${hrefOf(context, { estado: status })}">${t('Ver los {n}', { n: count })}</a>`
  return html`
    <section class="waiting queue">
      <h2>${waitingLabels[status]} <span class="muted">${count}</span></h2>
      ${await list(context, orders)}
      ${count > MAX_WAITING && all}
    </section>
  `
}

async function filtered(context: StoreContext, filter: Filter, isChoosing: boolean): Promise<Html> {
  const { sql, store, query } = context
  const { isQueue: _queue, ...filters } = filter
  const { status, paymentState } = filters
  const orders = await readPage(query, PAGE, (page) => readOrders(sql, store.id, { ...page, ...filters }))
  const hasMethods = paymentState !== undefined || orders.data.some(({ payment }) => payment !== null)
  const mayChoose = canBeMoved(status) && orders.data.length > 1
  const list = isChoosing ? orderChoices : orderList
  return html`
    ${
      hasMethods &&
      tabs(
        t('Pago'),
        paymentTabs(paymentState, (pago) => hrefOf(context, { pago, offset: '' })),
      )
    }
    ${await tools(context, isChoosing, mayChoose)}
    ${orders.data.length > 0 ? await list(context, orders.data) : emptyList(context)}
    ${pager(orders, (offset) => hrefOf(context, { offset: String(offset) }))}
  `
}

async function search(context: StoreContext): Promise<Html> {
  const { base, query } = context
  return searchForm(query, {
    action: `${base}/pedidos`,
    placeholder: t('Buscar pedido'),
    label: t('Buscar por número, nombre o teléfono'),
    keep: { estado: query['estado'], pago: query['pago'] },
    filters: await orderFilters(context),
  })
}

const canBeMoved = (status: OrderStatus | undefined) =>
  status === undefined || nextStatuses(status).length > 0

const hrefOf = ({ base, query }: StoreContext, changes: Record<string, string>) =>
  `${base}/pedidos${searchOf(query, { offset: '', ...changes })}`

/** The address of the list with other parameters, such as `?estado=pending&offset=50`. */
function searchOf(query: Record<string, string>, changes: Record<string, string> = {}): string {
  const { estado, pago, forma, zona, q, offset } = query
  return listHref('', { estado, pago, forma, zona, q, offset, ...changes })
}

/** The search, and the way to choose several orders; while they are chosen, to choose all of the page. */
async function tools(context: StoreContext, isChoosing: boolean, mayChoose: boolean): Promise<Html> {
  const { base, query, can } = context
  const hrefTo = (elegir: string) => `${base}/pedidos${searchOf(query, { elegir })}`
  const choose = html`
    <a class="button ghost" data-choose href="${hrefTo('1')}" aria-label="${t('Elegir varios')}">${icon('choices')}</a>
  `
  return html`
    <div class="list-tools">${await search(context)}${mayChoose && can('orders:write') && !isChoosing && choose}</div>
    ${isChoosing && html`<p><a class="quiet" href="${hrefTo('todos')}">${icon('check')} ${t('Elegir los de esta página')}</a></p>`}
  `
}

function emptyQueue(context: StoreContext, counts: OrderCounts): Html {
  if (!Object.values(counts).some((count) => count > 0)) return emptyList(context)
  const all = html`<a class="button ghost" href="${hrefOf(context, { estado: ALL })}">${t('Ver todos los pedidos')}</a>`
  return emptyState(
    'check',
    t('Todo al día'),
    t('Ningún pedido espera. El próximo aparece aquí, solo, apenas llegue.'),
    all,
  )
}

function emptyList({ base, query }: StoreContext): Html {
  const isFiltered = ['q', 'pago', 'forma', 'zona'].some((name) => query[name])
  if (isFiltered || (query['estado'] ?? ALL) !== ALL) {
    const all = html`<a class="button ghost" href="${base}/pedidos?estado=${ALL}">${t('Ver todos')}</a>`
    return emptyState(
      'search',
      t('No encontramos pedidos así'),
      t('Prueba con el número, el nombre o el teléfono.'),
      all,
    )
  }
  const share = html`
    <a class="button" href="${base}/compartir">${t('Compartir mi tienda')}</a>
    <p><a href="${base}/ayuda/primer-pedido">${t('Cómo conseguir tu primer pedido')}</a></p>
  `
  return emptyState(
    'orders',
    t('Todavía no hay pedidos'),
    t('Comparte el enlace de tu tienda y aparecerán aquí, solos, apenas lleguen.'),
    share,
  )
}
