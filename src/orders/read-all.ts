import type { Sql } from '../core/database/db.ts'
import { orderColumns, toOrder, type Order, type OrderRow } from './order.ts'

/** Orders per query: other requests are served between two of them. */
const PAGE = 200

/** Every order of a store, the newest first, but for test orders. */
export async function* readAllOrders(sql: Sql, storeId: string): AsyncGenerator<Order[]> {
  let last: OrderRow | undefined
  for (;;) {
    const rows = await sql<OrderRow[]>`
      select ${orderColumns(sql)}
      from orders
      where store_id = ${storeId}
      and not is_test
      ${last ? sql`and (created_at, id) < (${last.createdAt}::timestamptz, ${last.id})` : sql``}
      order by created_at desc, id desc
      limit ${PAGE}`
    if (rows.length > 0) yield rows.map(toOrder)
    last = rows.at(-1)
    if (rows.length < PAGE) return
  }
}
