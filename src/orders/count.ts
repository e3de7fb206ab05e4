import type { Sql } from '../core/database/db.ts'
import { OrderStatus } from './order.ts'

/** `undone` counts the moves of a status that were taken back: src/orders/undo-status.ts. */
export type OrderCounts = Partial<Record<OrderStatus | 'undone', number>>

/** How many orders a store has in each status, from its counters; a status without orders is left out. */
export async function countOrders(sql: Sql, storeId: string): Promise<OrderCounts> {
  const rows = await selectCounts(sql, storeId)
  return Object.fromEntries(rows.map(({ name, count }) => [name, count]))
}

/** A row for each status; used as a query or as a subquery. */
export const selectCounts = (sql: Sql, storeId: string) => sql<{ name: keyof OrderCounts; count: number }[]>`
  select substr(name, 8) as name, sum(value)::int as count
  from counters
  where store_id = ${storeId} and name like 'orders.%'
  group by name`

/**
 * A version that changes with each order and each status, `3-0-12-40-1 id id`: the counts in the order of the statuses, and the
 * newest orders that arrived (`readArrivals`).
 */
export const ordersVersion = (counts: OrderCounts, arrivals: string[]): string =>
  [OrderStatus.enum.map((status) => counts[status] ?? 0).join('-'), ...arrivals].join(' ')
