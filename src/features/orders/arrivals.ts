import type { Sql } from '../../core/database/db.ts'
import { readOrders } from './list.ts'
import type { OrderSummary } from './order.ts'

/** Newer orders than these are announced with their number alone. */
const MAX_ARRIVALS = 5
const MAX_READ = 20

/** The newest orders that somebody else placed, not the store itself in its panel: those that the panel rings for. */
export async function readArrivals(sql: Sql, storeId: string): Promise<string[]> {
  const rows = await sql<{ id: string; by: string }[]>`
    select id, timeline -> 0 ->> 'by' as by
    from orders
    where store_id = ${storeId}
    order by created_at desc, id desc
    limit ${MAX_READ}`
  return rows
    .filter(({ by }) => by !== 'panel')
    .slice(0, MAX_ARRIVALS)
    .map(({ id }) => id)
}

export type KitchenOrder = OrderSummary & { confirmedAt: string }

/** The most orders on the kitchen's screen: of more, those that came last. */
const MAX_SHOWN = 60

export async function readKitchen(
  sql: Sql,
  storeId: string,
): Promise<{ orders: KitchenOrder[]; more: number }> {
  const page = { status: 'confirmed', limit: MAX_SHOWN, offset: 0 } as const
  const { data, total } = await readOrders(sql, storeId, page)
  const rows = await sql<{ id: string; confirmedAt: string }[]>`
    select id, (
      select max(step ->> 'at') from jsonb_array_elements(timeline) as step where step ->> 'status' = 'confirmed'
    ) as confirmed_at
    from orders
    where store_id = ${storeId} and id = any(${data.map(({ id }) => id)}::text[])`
  const times = new Map(rows.map(({ id, confirmedAt }) => [id, confirmedAt]))
  const orders = data
    .map((order) => ({ ...order, confirmedAt: times.get(order.id) ?? order.createdAt }))
    .toSorted((a, b) => Date.parse(a.confirmedAt) - Date.parse(b.confirmedAt))
  return { orders, more: total - orders.length }
}
