import { html, type Html } from '../../core/http/html.ts'
import { formatAmount } from '../../core/values/money.ts'
import { countOrders, ordersVersion } from '../../orders/count.ts'
import { listOrders } from '../../orders/list.ts'
import { OrderStatus, type OrderSummary } from '../../orders/order.ts'
import { plural } from '../../storefront/words.ts'
import { storePage, type StoreContext } from '../page.ts'
import { icon } from '../parts/icon.ts'
import { columnHeads, empty } from '../parts/list.ts'
import { pageOf, pager, tabs } from '../parts/pager.ts'
import { statusBadge, statusTabs } from '../parts/order-status.ts'
import { searchForm } from '../parts/search.ts'
import { soundSwitch } from '../parts/sound-switch.ts'
import { since } from '../parts/time.ts'

const PAGE = 50

export const ordersPage = storePage({
  path: '/pedidos',
  needs: 'orders:read',
  async show(context) {
    const { sql, store, query } = context
    const status = OrderStatus.enum.find((name) => name === query['estado'])
    const search = query['q'] || undefined
    const page = pageOf(query, PAGE)
    const counts = await countOrders(sql, store.id)
    const orders = await listOrders(sql, store.id, { ...page, status, search })
    return {
      title: 'Pedidos',
      action: context.can('orders:write')
        ? html`<a class="button" href="${context.base}/pedidos/nuevo">${icon('plus')} A mano</a>`
        : undefined,
      orders: ordersVersion(counts),
      main: html`
        ${tabs(
          'Estado',
          statusTabs(counts, status, (estado) => hrefOf(context, { estado, offset: '' })),
        )}
        ${searchForm(query, {
          action: `${context.base}/pedidos`,
          placeholder: 'Buscar pedido',
          label: 'Buscar por número, nombre o teléfono',
          keep: { estado: query['estado'] },
        })}
        ${orders.data.length > 0 ? orderList(context, orders.data) : nothing(context)}
        ${pager({ ...page, total: orders.total }, (offset) => hrefOf(context, { offset: String(offset) }))}
        ${soundSwitch}
      `,
    }
  },
})

/** This list with other values in its address. */
function hrefOf({ base, query }: StoreContext, changes: Record<string, string>): string {
  const { estado = '', q = '' } = query
  const params = Object.entries({ estado, q, ...changes }).filter(([, value]) => value)
  const search = new URLSearchParams(params).toString()
  return `${base}/pedidos${search && `?${search}`}`
}

/** Orders as rows: who, what in short, how much, since when. */
export function orderList(context: StoreContext, orders: OrderSummary[]): Html {
  const rows = orders.map((order) => {
    const { id, orderNumber, customerName, items, total, currency, status, createdAt } = order
    const count = items.reduce((sum, { quantity }) => sum + quantity, 0)
    const facts = [
      orderNumber,
      plural(count, 'artículo', 'artículos'),
      since(createdAt, context.store.timeZone),
    ]
    return html`
      <li>
        <a class="row" href="${context.base}/pedidos/${id}">
          <span class="row-text">
            <b>${customerName}</b>
            <small class="facts">${facts.map((fact) => html`<span>${fact}</span>`)}</small>
          </span>
          <span class="row-end"><b>${formatAmount(total, currency)}</b>${statusBadge(status)}</span>
        </a>
      </li>
    `
  })
  return html`
    ${columnHeads(['Cliente', 'Pedido', 'Artículos', 'Cuándo', 'Total', 'Estado'], 'orders')}
    <ul class="list orders" aria-label="Pedidos">${rows}</ul>
  `
}

function nothing({ base, query }: StoreContext): Html {
  if (query['q'] || query['estado']) {
    const all = html`<a class="button ghost" href="${base}/pedidos">Ver todos</a>`
    return empty('search', 'Ningún pedido es así', 'Prueba con el número, el nombre o el teléfono.', all)
  }
  const share = html`
    <a class="button" href="${base}/compartir">Compartir mi tienda</a>
    <p><a href="${base}/ayuda/primer-pedido">Cómo conseguir tu primer pedido</a></p>
  `
  return empty(
    'orders',
    'Todavía no hay pedidos',
    'Comparte el enlace de tu tienda y aparecerán aquí, solos, apenas lleguen.',
    share,
  )
}
