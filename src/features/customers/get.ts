import { Type, type Static } from 'typebox'
import { operation } from '../../core/operations/operation.ts'
import { fitting } from '../../core/database/bounded-rows.ts'
import type { Sql } from '../../core/database/db.ts'
import { notFound } from '../../core/errors/errors.ts'
import { dataOf } from '../../core/http/schema.ts'
import { OrderSummary } from '../orders/order.ts'
import { summaryColumns, toSummary, type OrderRow } from '../orders/order-row.ts'
import { Customer, customerColumns } from './customer.ts'
import { t } from '../../core/texts/text.ts'

const CustomerWithOrders = Type.Object({
  ...Customer.properties,
  orders: Type.Array(OrderSummary, { description: 'Sus 50 pedidos más nuevos, o los que caben en 512 KiB' }),
})
type CustomerWithOrders = Static<typeof CustomerWithOrders>

export const getCustomer = operation({
  id: 'getCustomer',
  rest: 'GET /customers/:id',
  scope: 'customers:read',
  summary: 'Leer un cliente',
  description: 'El cliente con sus 50 pedidos más nuevos, o los que caben en 512 KiB.',
  response: { 200: dataOf(CustomerWithOrders) },
  async run({ sql, store, id }) {
    return { data: await findCustomer(sql, store.id, id) }
  },
})

/** @throws 404 */
export async function findCustomer(sql: Sql, storeId: string, id: string): Promise<CustomerWithOrders> {
  const [[customer], orders] = await Promise.all([
    sql<Customer[]>`
      select ${customerColumns(sql)}
      from customers
      cross join (select currency from stores where id = ${storeId}) as store
      where customers.store_id = ${storeId} and customers.id = ${id} and order_count > 0`,
    selectOrders(sql, storeId, id),
  ])
  if (!customer) throw notFound(t('El cliente'))
  return { ...customer, orders: orders.map(toSummary) }
}

const MAX_ORDERS = 50
const MAX_BYTES = 512 * 1024

function selectOrders(sql: Sql, storeId: string, customerId: string) {
  const bounded = 'begin' in sql ? sql.boundedTo(MAX_BYTES) : sql
  return fitting(
    MAX_ORDERS,
    async (limit) => bounded<OrderRow[]>`
      select ${summaryColumns(sql)}
      from orders
      where store_id = ${storeId} and customer_id = ${customerId} and not is_test
      order by created_at desc, id desc
      limit ${limit}`,
  )
}
