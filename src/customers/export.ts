import type { Sql } from '../core/database/db.ts'
import { orderColumns, toOrder, type Order, type OrderRow } from '../orders/order.ts'
import { reviewColumns, type Review } from '../reviews/review.ts'
import type { Customer } from './customer.ts'
import { getCustomer } from './get.ts'
import { reviewsOf } from './personal-data.ts'

/** Everything that a store holds about a customer. */
export type CustomerExport = { customer: Customer; names: string[]; orders: Order[]; reviews: Review[] }

/** The data that `eraseCustomer` would erase, with the orders, the newest first. @throws 404 */
export async function exportCustomer(sql: Sql, storeId: string, id: string): Promise<CustomerExport> {
  const [{ orders: _newest, ...customer }, names, orders, reviews] = await Promise.all([
    getCustomer(sql, storeId, id),
    sql<{ name: string }[]>`
      select name from customer_names where store_id = ${storeId} and customer_id = ${id} order by name`,
    sql<OrderRow[]>`
      select ${orderColumns(sql)}
      from orders
      where store_id = ${storeId} and customer_id = ${id}
      order by created_at desc, id desc`,
    sql<Review[]>`
      select ${reviewColumns(sql)}
      from reviews
      where store_id = ${storeId} and id in (${reviewsOf(sql, storeId, id)})
      order by created_at desc, id desc`,
  ])
  return {
    customer,
    names: names.map(({ name }) => name),
    orders: orders.map(toOrder),
    reviews: [...reviews],
  }
}
