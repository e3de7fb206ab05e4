import type { Fragment, Sql } from '../core/database/db.ts'
import { zoneOf } from '../hours/hours.ts'
import { offsetsBetween } from './time-zone.ts'

/** Confirmed, shipped and delivered orders, in the store's currency. */
export type Sales = { orders: number; revenue: number }

export type Today = {
  today: Sales
  week: Sales
  weekBefore: Sales
  /** Notices of the last 7 days that will not arrive any more, among the newest NOTICES. */
  failedNotices: number
  pendingReviews: number
}

const DAY = 24 * 3600 * 1000
/** The sums are kept by quarters of an hour: days that end now begin with a whole one. */
const QUARTER = 15 * 60 * 1000
/** No index tells which notices failed: a state that moves with each notice would cost every order more. */
const NOTICES = 100

/** How a store does today and in the last 7 days, beside the 7 days before, and what waits for its owner: one statement. */
export async function readToday(
  sql: Sql,
  { id, currency, timeZone }: { id: string; currency: string; timeZone: string | null },
  now = Date.now(),
): Promise<Today> {
  const midnight = instant(startOfDay(now, zoneOf({ currency, timeZone })))
  const [week, weekBefore] = [daysBefore(now, 7), daysBefore(now, 14)]
  const [row] = await sql<[Row]>`
    select
      ${salesWhere(sql, 'today', sql`starts_at >= ${midnight}`)},
      ${salesWhere(sql, 'week', sql`starts_at >= ${week}`)},
      ${salesWhere(sql, 'before', sql`starts_at < ${week}`)},
      (
        select count(*)
        from (
          select notification_state as state
          from orders
          where store_id = ${id} and created_at >= ${week}
          order by created_at desc
          limit ${NOTICES}
        ) as newest
        where state = 'FAILED'
      ) as failed_notices,
      (select count(*) from reviews where store_id = ${id} and status = 'pending') as pending_reviews
    from order_sums
    where store_id = ${id} and starts_at >= ${weekBefore} and currency = ${currency}`
  const { failedNotices, pendingReviews } = row
  return {
    today: { orders: row.todayOrders, revenue: row.todayRevenue },
    week: { orders: row.weekOrders, revenue: row.weekRevenue },
    weekBefore: { orders: row.beforeOrders, revenue: row.beforeRevenue },
    failedNotices,
    pendingReviews,
  }
}

type Row = Record<`${'today' | 'week' | 'before'}${'Orders' | 'Revenue'}`, number> &
  Pick<Today, 'failedNotices' | 'pendingReviews'>

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
