import { LRUCache } from 'lru-cache'
import type { Fragment, Sql } from '../core/database/db.ts'
import { zoneOf } from '../hours/hours.ts'
import type { OrderCounts } from '../orders/count.ts'
import { offsetsBetween } from './time-zone.ts'

/** Confirmed, shipped and delivered orders, in the store's currency. */
export type Sales = { orders: number; revenue: number }

export type RecentSales = { today: Sales; week: Sales; weekBefore: Sales }

type Store = { id: string; currency: string; timeZone: string | null }

const DAY = 24 * 3600 * 1000
/** order_sums has a row per quarter of an hour; ranges are aligned to it. */
const QUARTER = 15 * 60 * 1000

/** The last sums of each store, with the version that they are valid for. */
const cached = new LRUCache<string, { version: string; sales: RecentSales }>({ max: 1000 })

/**
 * The sales of today, of the last 7 days and of the 7 days before. Cached until the quarter of an hour ends or an order is
 * completed or cancelled: the numbers of completed and of cancelled orders never both return to earlier values, because
 * cancelled orders stay cancelled. A new order changes no sales.
 * @param counts the store's order counters
 */
export async function readRecentSales(
  sql: Sql,
  store: Store,
  counts: OrderCounts,
  now = Date.now(),
): Promise<RecentSales> {
  const version = [...salesCounts(counts), Math.floor(now / QUARTER), store.currency, store.timeZone].join(
    ' ',
  )
  const last = cached.get(store.id)
  if (last?.version === version) return last.sales
  const sales = await sumSales(sql, store, now)
  cached.set(store.id, { version, sales })
  return sales
}

const salesCounts = ({ confirmed = 0, shipped = 0, delivered = 0, cancelled = 0 }: OrderCounts) =>
  [confirmed + shipped + delivered, cancelled] as const

type Row = Record<`${'today' | 'week' | 'before'}${'Orders' | 'Revenue'}`, number>

async function sumSales(sql: Sql, { id, currency, timeZone }: Store, now: number): Promise<RecentSales> {
  const midnight = instant(startOfDay(now, zoneOf({ currency, timeZone })))
  const [week, weekBefore] = [daysBefore(now, 7), daysBefore(now, 14)]
  const [row] = await sql<[Row]>`
    select
      ${salesWhere(sql, 'today', sql`starts_at >= ${midnight}`)},
      ${salesWhere(sql, 'week', sql`starts_at >= ${week}`)},
      ${salesWhere(sql, 'before', sql`starts_at < ${week}`)}
    from order_sums
    where store_id = ${id} and starts_at >= ${weekBefore} and currency = ${currency}`
  return {
    today: { orders: row.todayOrders, revenue: row.todayRevenue },
    week: { orders: row.weekOrders, revenue: row.weekRevenue },
    weekBefore: { orders: row.beforeOrders, revenue: row.beforeRevenue },
  }
}

const salesWhere = (sql: Sql, name: string, isWithin: Fragment) => sql`
  coalesce(sum(completed) filter (where ${isWithin}), 0)::int as ${sql(`${name}_orders`)},
  coalesce(sum(completed_amount) filter (where ${isWithin}), 0) as ${sql(`${name}_revenue`)}`

const instant = (at: number) => new Date(at).toISOString()

const daysBefore = (now: number, days: number) => instant(Math.floor((now - days * DAY) / QUARTER) * QUARTER)

/** The instant of the last midnight in a zone. */
function startOfDay(now: number, zone: string): number {
  const [last] = offsetsBetween(zone, { from: now - 1, to: now }).slice(-1)
  const ahead = (last?.seconds ?? 0) * 1000
  return Math.floor((now + ahead) / DAY) * DAY - ahead
}

export type OpenTasks = {
  /** Notices of the last 7 days that will not arrive any more, among those of the newest ORDERS. */
  failedNotices: number
  pendingReviews: number
}

/** Notices have no index by state, because every order would pay for its updates; so only the newest orders are searched. */
const ORDERS = 100

/** The open tasks of a store besides new orders, as one row; used as a query or as a subquery. */
export const selectOpenTasks = (sql: Sql, storeId: string, now = Date.now()) => sql<[OpenTasks]>`
  select
    (
      select count(*)
      from (
        select notification_state as state
        from orders
        where store_id = ${storeId} and created_at >= ${daysBefore(now, 7)}
        order by created_at desc
        limit ${ORDERS}
      ) as newest
      where state = 'FAILED'
    ) as failed_notices,
    (
      select coalesce(sum(value), 0)::bigint
      from counters
      where store_id = ${storeId} and name = 'reviews.pending'
    ) as pending_reviews`
