import type { App } from '../core/http/app.ts'
import type { Sql } from '../core/database/db.ts'
import { notFound } from '../core/errors/errors.ts'
import { dataOf, IdParams } from '../core/http/schema.ts'
import { Order, orderColumns, toOrder, type OrderRow } from './order.ts'

export function getOrderRoute(app: App) {
  app.get('/orders/:id', {
    config: { scope: 'orders:read' },
    schema: {
      operationId: 'getOrder',
      summary: 'Leer un pedido',
      description: 'El pedido completo, con dirección, envío, historia y estado del aviso a la tienda.',
      params: IdParams,
      response: { 200: dataOf(Order) },
    },
    async handler({ sql, store, params }) {
      return { data: await getOrder(sql, store.id, params.id) }
    },
  })
}

/** @throws 404 */
export async function getOrder(sql: Sql, storeId: string, id: string): Promise<Order> {
  const [row] = await sql<OrderRow[]>`
    select ${orderColumns(sql)}
    from orders
    where store_id = ${storeId} and id = ${id}`
  if (!row) throw notFound('El pedido')
  return toOrder(row)
}
