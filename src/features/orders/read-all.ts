import type { Fragment, Sql } from '../../core/database/db.ts'
import { readPages } from '../../core/database/read-pages.ts'
import type { Order } from './order.ts'
import { orderColumns, toOrder, type OrderRow } from './order-row.ts'

/** Of at most 256 KiB each. */
const PAGE = 50

/** @param range in ms, from one instant up to another */
export const readAllOrders = (sql: Sql, storeId: string, range?: { from: number; to: number }) =>
  readOrders(
    sql,
    sql`store_id = ${storeId} and not is_test ${
      range
        ? sql`and created_at >= ${new Date(range.from).toISOString()} and created_at < ${new Date(range.to).toISOString()}`
        : sql``
    }`,
  )

export const readOrdersOfCustomer = (sql: Sql, storeId: string, customerId: string) =>
  readOrders(sql, sql`store_id = ${storeId} and customer_id = ${customerId}`)

async function* readOrders(sql: Sql, condition: Fragment): AsyncGenerator<Order[]> {
  const pages = readPages<OrderRow>(
    PAGE,
    (last) => sql<OrderRow[]>`
      select ${orderColumns(sql)}
      from orders
      where ${condition}
      ${last ? sql`and (created_at, id) < (${last.createdAt}::timestamptz, ${last.id})` : sql``}
      order by created_at desc, id desc
      limit ${PAGE}`,
  )
  for await (const rows of pages) yield rows.map(toOrder)
}
