import type { Sql } from '../../core/database/db.ts'
import { OrderStatus } from './order.ts'

export const PROPOSALS_DECIDED = 'proposals.decided'

/** `decided` counts the changes that shoppers took or not. */
export type OrderCounts = Partial<Record<OrderStatus | 'decided', number>>

export async function countOrders(sql: Sql, storeId: string): Promise<OrderCounts> {
  const rows = await selectCounts(sql, storeId)
  return Object.fromEntries(rows.map(({ name, count }) => [name, count]))
}

/** A row for each status; used as a query or as a subquery. */
export const selectCounts = (sql: Sql, storeId: string) => sql<{ name: keyof OrderCounts; count: number }[]>`
  select ${counterName(sql)} as name, sum(value)::int as count
  from counters
  where store_id = ${storeId} and ${isOrderCounter(sql)}
  group by counters.name`

export const isOrderCounter = (sql: Sql) => sql`(name like 'orders.%' or name = ${PROPOSALS_DECIDED})`
export const counterName = (sql: Sql) => sql`split_part(name, '.', 2)`

/**
 * A version that changes with each order, each status and each decided change, `3-0-12-40-1.2 id id`: the counts in the order of the
 * statuses, how many changes were decided, if any, and the newest orders that arrived (`readArrivals`).
 */
export const ordersVersion = ({ decided, ...counts }: OrderCounts, arrivals: string[]): string => {
  const statuses = OrderStatus.enum.map((status) => counts[status] ?? 0).join('-')
  return [statuses + (decided ? `.${decided}` : ''), ...arrivals].join(' ')
}
