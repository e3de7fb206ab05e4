import type { Sql } from '../../core/database/db.ts'
import type { Order } from '../orders/order.ts'
import { readOrdersOfCustomer } from '../orders/read-all.ts'
import { reviewColumns, type Review } from '../reviews/review.ts'
import { type Customer, customerColumns } from './customer.ts'
import { findCustomer } from './get.ts'
import { reviewsOf } from './personal-data.ts'
import { readPages } from '../../core/database/read-pages.ts'

/** Everything that a store holds about a customer. Orders come in pages: a shop may note all of a counter's under one phone. */
export type CustomerExport = {
  customer: Customer
  names: string[]
  reviews: Review[]
  orders: AsyncIterable<Order[]>
}

/** The data that `eraseCustomer` would erase, with the orders, the newest first. @throws 404 */
export async function exportCustomer(sql: Sql, storeId: string, id: string): Promise<CustomerExport> {
  const [{ orders: _newest, ...customer }, names, reviews] = await Promise.all([
    findCustomer(sql, storeId, id),
    sql<{ name: string }[]>`
      select name from customer_names where store_id = ${storeId} and customer_id = ${id} order by name`,
    sql<Review[]>`
      select ${reviewColumns(sql)}
      from reviews
      where store_id = ${storeId} and id in (${reviewsOf(sql, storeId, id)})
      order by created_at desc, id desc`,
  ])
  return {
    customer,
    names: names.map(({ name }) => name),
    reviews: [...reviews],
    orders: readOrdersOfCustomer(sql, storeId, id),
  }
}

const PAGE = 500

export const readAllCustomers = (sql: Sql, storeId: string): AsyncGenerator<Customer[]> =>
  readPages<Customer>(
    PAGE,
    (last) => sql<Customer[]>`
      select ${customerColumns(sql)}
      from customers
      cross join (select currency from stores where id = ${storeId}) as store
      where customers.store_id = ${storeId} and order_count > 0 and customers.id > ${last?.id ?? ''}
      order by customers.id
      limit ${PAGE}`,
  )
