import type { Sql } from '../core/database/db.ts'
import { OrderStatus } from './order.ts'

/** The counter of the changes that shoppers took or not. */
export const PROPOSALS_DECIDED = 'proposals.decided'

/** With how many changes shoppers took or not. */
export type OrderCounts = Partial<Record<OrderStatus | 'decided', number>>

/** How many orders a store has in each status, from its counters; a status without orders is left out. */
export async function countOrders(sql: Sql, storeId: string): Promise<OrderCounts> {
  const rows = await selectCounts(sql, storeId)
  return Object.fromEntries(rows.map(({ name, count }) => [name, count]))
}

/** A row for each status; used as a query or as a subquery. */
export const selectCounts = (sql: Sql, storeId: string) => sql<{ name: keyof OrderCounts; count: number }[]>`
  select ${counterName(sql)} as name, sum(value)::int as count
  from counters
  where store_id = ${storeId} and ${isCounted(sql)}
  group by counters.name`

/** The counters of an `OrderCounts`, and their names in it. */
export const isCounted = (sql: Sql) => sql`(name like 'orders.%' or name = ${PROPOSALS_DECIDED})`
export const counterName = (sql: Sql) => sql`split_part(name, '.', 2)`

/**
 * A version that changes with each order, each status and each decided change: `3-0-12-40-1`, the counts in the order of the statuses,
 * then `.2` once two changes were decided.
 */
export const ordersVersion = ({ decided, ...counts }: OrderCounts): string =>
  OrderStatus.enum.map((status) => counts[status] ?? 0).join('-') + (decided ? `.${decided}` : '')
