import { LRUCache } from 'lru-cache'
import type { Sql } from '../core/database/db.ts'
import type { OrderCounts } from '../orders/count.ts'
import type { Period } from './period.ts'
import { quarterAt } from './range.ts'
import { readTotals, type SalesTotal } from './sales.ts'

/** As the report has them: today's are the last of the seven days. */
export type RecentSales = Record<'today' | 'week' | 'weekBefore', SalesTotal>

type Store = { id: string; currency: string; timeZone: string | null }

const WEEK: Period = { count: 7, unit: 'day' }

/** The last sums of each store, with the version that they are valid for. */
const cached = new LRUCache<string, { version: string; sales: RecentSales }>({ max: 1000 })

/**
 * The sales of today, of the last 7 days with it, and of the 7 days before. Cached until the quarter of an hour ends or an order is
 * completed or cancelled, or that is undone: these numbers never all return to earlier values, because cancelled orders stay
 * cancelled. A new order changes no sales.
 * @param counts the store's order counters
 */
export async function readRecentSales(
  sql: Sql,
  store: Store,
  counts: OrderCounts,
  now = Date.now(),
): Promise<RecentSales> {
  const version = [...salesCounts(counts), quarterAt(now), store.currency, store.timeZone].join(' ')
  const last = cached.get(store.id)
  if (last?.version === version) return last.sales
  const { buckets, total, before } = await readTotals(sql, store, WEEK, now)
  const sales = { today: buckets.at(-1)!, week: total, weekBefore: before }
  cached.set(store.id, { version, sales })
  return sales
}

const salesCounts = ({ confirmed = 0, shipped = 0, delivered = 0, cancelled = 0, undone = 0 }: OrderCounts) =>
  [confirmed + shipped + delivered, cancelled, undone] as const

export type OpenTasks = {
  /** Notices of the last 7 days that will not arrive any more, among those of the newest ORDERS. */
  failedNotices: number
  pendingReviews: number
}

const DAY = 24 * 3600 * 1000
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
        where store_id = ${storeId} and created_at >= ${new Date(now - 7 * DAY).toISOString()}
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
