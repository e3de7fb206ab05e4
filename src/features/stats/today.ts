import type { Sql } from '../../core/database/db.ts'
import type { Period } from './period.ts'
import { readTotals, type SalesTotal } from './sales.ts'

/** As the report has them: today's are the last of the seven days. */
export type RecentSales = Record<'today' | 'week' | 'weekBefore', SalesTotal>

type Store = { id: string; currency: string; timeZone: string | null }

const WEEK: Period = { count: 7, unit: 'day' }

export async function readRecentSales(sql: Sql, store: Store, now = Date.now()): Promise<RecentSales> {
  const { buckets, total, before } = await readTotals(sql, store, WEEK, now)
  return { today: buckets.at(-1)!, week: total, weekBefore: before }
}

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
