import type { Sql } from '../core/database/db.ts'
import type { OrderStatus } from './order.ts'

/** How many orders a store has in each status, from its counters; a status without orders is left out. */
export async function countOrders(sql: Sql, storeId: string): Promise<Partial<Record<OrderStatus, number>>> {
  const rows = await sql<{ name: string; count: number }[]>`
    select substr(name, 8) as name, sum(value)::int as count
    from counters
    where store_id = ${storeId} and name like 'orders.%'
    group by name`
  return Object.fromEntries(rows.map(({ name, count }) => [name, count]))
}
