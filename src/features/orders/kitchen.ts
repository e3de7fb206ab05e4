import type { Sql } from '../../core/database/db.ts'
import { readOrders } from './list.ts'
import type { OrderSummary } from './order.ts'

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
