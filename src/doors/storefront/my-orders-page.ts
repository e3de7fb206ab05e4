import type { FastifyRequest } from 'fastify'
import type { App } from '../../core/http/app.ts'
import type { Sql } from '../../core/database/db.ts'
import { html, type Html } from '../../core/http/html.ts'
import { joined, t } from '../../core/texts/text.ts'
import { formatAmount } from '../../core/values/money.ts'
import { itemText } from '../../features/orders/message.ts'
import type { OrderRow } from '../../features/orders/order-row.ts'
import { picturesOfItems } from '../../features/orders/item-pictures.ts'
import { isUndoable, markSeen } from '../../features/orders/undo-status.ts'
import { dayOf } from '../../core/pages/format.ts'
import { catalogHref, orderHref } from '../../features/catalog/address.ts'
import { withCart, CartQuery, readCart } from './cart.ts'
import { scripts, shopPage } from './layout.ts'
import { picture } from './parts/picture.ts'
import { shopLink } from './parts/shop-link.ts'
import { statusLabels } from './parts/status-labels.ts'
import { repeatOrderHref } from './repeat-order.ts'
import { sendPage, sendPageInTurn } from './send-page.ts'
import { visitedShop, type Shop } from '../../features/catalog/shop.ts'

type Params = { slug: string }

/** As many as a phone remembers: see `assets/order.js`. */
const MAX_ORDERS = 20

/** The orders stored on the phone: the page's script fills it in, since shoppers have no account. */
export function myOrdersRoute(app: App) {
  app.get<{ Params: Params }>('/:slug/mis-pedidos', {
    schema: { querystring: CartQuery },
    async handler(request, reply) {
      const shop = withCart(await visitedShop(request), readCart(request.query as object))
      return await sendPage(request, reply, myOrdersPage(shop, []), shop.language)
    },
  })
}

/** Shows the orders whose tokens (`p`) the script sends: what each is, how it goes, and what it cost. */
export function ordersOfPhoneRoute(app: App) {
  app.post<{ Params: Params }>('/:slug/mis-pedidos', async (request, reply) => {
    const shop = await visitedShop(request)
    reply.header('cache-control', 'private, no-store')
    return await sendPageInTurn(request, reply, shop, async () => {
      const orders = await listSeenOrders(request.sql, shop.id, tokensOf(request))
      return myOrdersPage(shop, orders)
    })
  })
}

function tokensOf({ body }: FastifyRequest): string[] {
  const { p = [] } = (body ?? {}) as Record<string, unknown>
  return [p]
    .flat()
    .filter((token) => typeof token === 'string' && /^\w{1,64}$/.test(token))
    .slice(0, MAX_ORDERS) as string[]
}

/** The orders, once it is noted that the shopper sees their last moves. */
async function listSeenOrders(sql: Sql, storeId: string, tokens: string[]): Promise<ListedOrder[]> {
  const orders = await listOrders(sql, storeId, tokens)
  const unseen = orders.filter(isUndoable)
  if (unseen.length === 0) return orders
  for (const { trackingToken } of unseen) await markSeen(sql, storeId, trackingToken)
  return listOrders(sql, storeId, tokens)
}

type ListedOrder = Pick<
  OrderRow,
  | 'orderNumber'
  | 'status'
  | 'deliveryKind'
  | 'items'
  | 'currency'
  | 'total'
  | 'trackingToken'
  | 'createdAt'
  | 'timeline'
> & { imageUrl: string | null }

async function listOrders(sql: Sql, storeId: string, tokens: string[]): Promise<ListedOrder[]> {
  const orders = await sql<Omit<ListedOrder, 'imageUrl'>[]>`
    select order_number, status, delivery_kind, items, currency, total, tracking_token, timeline, created_at
    from orders
    where store_id = ${storeId} and tracking_token = any(${tokens}::text[])
    order by created_at desc, id desc`
  const pictures = await picturesOfItems(sql, storeId, orders.map(({ items }) => items[0]!)) // prettier-ignore
  return orders.map((order, n) => ({ ...order, imageUrl: pictures[n]! }))
}

function myOrdersPage(shop: Shop, orders: ListedOrder[]): Html {
  const main = html`
    <div class="head"><h1>${t('Mis pedidos')}</h1></div>
    <div id="my-orders">
      <noscript>
        <p>${t('Sin JavaScript este navegador no recuerda pedidos: cada uno se ve en el enlace que va en su mensaje.')}</p>
      </noscript>
      <ul class="lines" id="orders"${orders.length === 0 && html` hidden`}>${orders.map((order) => row(shop, order))}</ul>
      <div class="empty" hidden>
        <h2>${t('Aún no hay pedidos aquí')}</h2>
        <p>${t('Los que hagas desde este teléfono quedan a mano en esta página.')}</p>
        <p>${shopLink(shop, catalogHref(shop), t('Ver los productos'), 'button')}</p>
      </div>
      <section class="stored-data" hidden>
        <h2>${t('Lo que recuerda este teléfono')}</h2>
        <p class="multiline"></p>
        <button class="button ghost" data-forget>${t('Olvidar mis datos y pedidos')}</button>
      </section>
      <template>
        <li>
          <div class="frame"></div>
          <a class="name"></a>
          <span class="edit"><time class="muted"></time> <a class="quiet">${t('Repetir pedido')}</a></span>
        </li>
      </template>
    </div>
  `
  const extra = scripts('order.js', 'my-orders.js')
  return shopPage(shop, { title: joined([t('Mis pedidos'), shop.name], ' · '), extra }, main)
}

function row(shop: Shop, order: ListedOrder): Html {
  const { orderNumber, status, items, currency, total, createdAt, trackingToken } = order
  const [first, ...others] = items
  const item = itemText(first!)
  const text = others.length > 0 ? t('{item} y {left} más', { item, left: others.length }) : item
  const day = dayOf(createdAt, shop.timeZone)
  return html`
    <li>
      <div class="frame">
        ${picture(shop, { id: first!.productId, name: first!.productName, imageUrl: order.imageUrl }, 'line')}
      </div>
      <a class="name" href="${orderHref(shop, trackingToken)}">
        ${t('Pedido {order}', { order: orderNumber })} <small>${text}</small>
      </a>
      <span class="edit">
        <span class="state" data-status="${status}">${statusLabels(order, status).step}</span>
        <time class="muted" datetime="${createdAt}">${day}</time>
        <a class="quiet" href="${repeatOrderHref(shop, order)}">${t('Repetir pedido')}</a>
      </span>
      <span class="sum">${formatAmount(total, currency)}</span>
    </li>
  `
}
