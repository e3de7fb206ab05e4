import { operation } from '../../core/operations/operation.ts'
import type { Sql } from '../../core/database/db.ts'
import { notFound } from '../../core/errors/errors.ts'
import { dataOf } from '../../core/http/schema.ts'
import { Order } from './order.ts'
import { orderColumns, toOrder, type OrderRow } from './order-row.ts'
import { t } from '../../core/texts/text.ts'

export const getOrder = operation({
  id: 'getOrder',
  rest: 'GET /orders/:id',
  scope: 'orders:read',
  summary: 'Leer un pedido',
  description:
    'El pedido completo, con dirección, envío, historia y estado del aviso a la tienda. En lugar del identificador sirve el ' +
    'número, `PED-7K3QXM`.',
  response: { 200: dataOf(Order) },
  async run({ sql, store, id }) {
    return { data: await readOrder(sql, store.id, id) }
  },
})

/** By its id, or by the number that people say. @throws 404 */
export async function readOrder(sql: Sql, storeId: string, id: string): Promise<Order> {
  return toOrder(await readOrderRow(sql, storeId, id))
}

export async function readOrderRow(sql: Sql, storeId: string, id: string): Promise<OrderRow> {
  const isNumber = /^PED-/i.test(id)
  const [row] = await sql<OrderRow[]>`
    select ${orderColumns(sql)}
    from orders
    where store_id = ${storeId} and ${isNumber ? sql`order_number = ${id.toUpperCase()}` : sql`id = ${id}`}`
  if (!row) throw notFound(t('El pedido'))
  return row
}
