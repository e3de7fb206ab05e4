import type { Sql } from '../core/database/db.ts'
import { customerColumns, type Customer } from './customer.ts'

/** Customers per query: other requests are served between two of them. */
const PAGE = 500

/** Every customer of a store who ordered. */
export async function* readAllCustomers(sql: Sql, storeId: string): AsyncGenerator<Customer[]> {
  let last = ''
  for (;;) {
    const rows = await sql<Customer[]>`
      select ${customerColumns(sql)}
      from customers
      join stores on stores.id = customers.store_id
      where customers.store_id = ${storeId} and order_count > 0 and customers.id > ${last}
      order by customers.id
      limit ${PAGE}`
    if (rows.length > 0) yield rows
    last = rows.at(-1)?.id ?? ''
    if (rows.length < PAGE) return
  }
}
