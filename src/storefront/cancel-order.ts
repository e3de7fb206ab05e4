import type { App } from '../core/http/app.ts'
import { transaction, type Sql } from '../core/database/db.ts'
import { queuedOrders } from '../orders/queue.ts'
import { changeOrderStatus } from '../orders/update.ts'
import { orderHref } from './address.ts'
import { CANCELLED, findOrder, type OrderParams } from './order-page.ts'
import { visitedShop } from './shop.ts'

/** A shopper may cancel an order while it is pending; later the order's page says that it is too late. */
export function cancelOrderRoute(app: App) {
  app.post<{ Params: OrderParams }>('/:slug/pedido/:token/cancelar', {
    async handler(request, reply) {
      const { sql, params } = request
      const shop = await visitedShop(request)
      const { id } = await findOrder(sql, shop.id, params.token)
      await cancelWhilePending(queuedOrders(app.sql, shop.id), shop.id, id)
      return reply.redirect(`${orderHref(shop, params.token)}?${CANCELLED}`, 303)
    },
  })
}

function cancelWhilePending(sql: Sql, storeId: string, id: string) {
  return transaction(sql, async (tx) => {
    const [pending] = await tx`
      select 1 from orders where store_id = ${storeId} and id = ${id} and status = 'pending' for update`
    if (pending) await changeOrderStatus(tx, storeId, id, 'cancelled', { by: 'shopper' })
  })
}
