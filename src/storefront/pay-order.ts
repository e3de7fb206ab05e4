import type { App } from '../core/http/app.ts'
import { applyLimit, limitPerAddress } from '../core/limits/rate-limit.ts'
import { orderHref } from './address.ts'
import { findOrder, type OrderParams } from './order-page.ts'
import { visitedShop } from './shop.ts'

const ADDRESS_LIMIT = { name: 'pay-order-address', max: 20, seconds: 60 }
const ORDER_LIMIT = { name: 'pay-order', max: 10, seconds: 60 }

/** The link to pay an order with its provider: redirects to the provider's page, which is made anew where it has lapsed. */
export function payOrderRoute(app: App) {
  const onRequest = limitPerAddress(ADDRESS_LIMIT)
  app.get<{ Params: OrderParams }>('/:slug/pedido/:token/pagar', { onRequest }, async (request, reply) => {
    const { sql, params } = request
    const shop = await visitedShop(request)
    const { id, trackingToken } = await findOrder(sql, shop.id, params.token)
    applyLimit(reply, ORDER_LIMIT, await app.hits.count(ORDER_LIMIT, id))
    reply.header('cache-control', 'private, no-store').header('referrer-policy', 'no-referrer')
    const page = await app.openPaymentPage(shop.id, id)
    if (typeof page === 'object') return reply.redirect(page.url, 303)
    return reply.redirect(`${orderHref(shop, trackingToken)}${page === 'failed' ? '?pago=fallo' : ''}`, 303)
  })
}
