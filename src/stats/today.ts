import type { Sql } from '../core/database/db.ts'
import { orderSums } from './sums.ts'
import { zoneOf } from '../hours/hours.ts'
import { offsetsBetween } from './time-zone.ts'

/** Confirmed, shipped and delivered orders, in the store's currency. */
export type Sales = { orders: number; revenue: number }

export type Today = {
  today: Sales
  week: Sales
  weekBefore: Sales
  /** Failed notices of the last 7 days, among the newest NOTICES. */
  failedNotices: number
  pendingReviews: number
}

const DAY = 24 * 3600 * 1000
/** Failed notices are not indexed: an index on a state that changes with each notice would cost every order more. */
const NOTICES = 500

/** The sales of today and of the last 7 days, against the 7 days before, and what is pending for the owner. */
export async function readToday(
  sql: Sql,
  { id, currency, timeZone }: { id: string; currency: string; timeZone: string | null },
): Promise<Today> {
  const now = Date.now()
  const midnight = startOfDay(now, zoneOf({ currency, timeZone }))
  const sales = (from: number, to: number) => readSales(sql, id, currency, { from, to })
  const [today, week, weekBefore, [waiting]] = await Promise.all([
    sales(midnight, now),
    sales(now - 7 * DAY, now),
    sales(now - 14 * DAY, now - 7 * DAY),
    sql<[{ failedNotices: number; pendingReviews: number }]>`
      select
        (
          select count(*)
          from (
            select notification_state as state
            from orders
            where store_id = ${id} and created_at > now() - interval '7 days'
            order by created_at desc
            limit ${NOTICES}
          ) as newest
          where state = 'FAILED'
        ) as failed_notices,
        (select count(*) from reviews where store_id = ${id} and status = 'pending') as pending_reviews`,
  ])
  return { today, week, weekBefore, ...waiting }
}

async function readSales(
  sql: Sql,
  storeId: string,
  currency: string,
  range: { from: number; to: number },
): Promise<Sales> {
  const [sums] = await sql<[Sales]>`
    select coalesce(sum(completed), 0)::int as orders, coalesce(sum(completed_amount), 0) as revenue
    from (${orderSums(sql, storeId, range)}) as sums
    where currency = ${currency}`
  return sums
}

/** The instant of the last midnight in a zone. */
function startOfDay(now: number, zone: string): number {
  const [last] = offsetsBetween(zone, { from: now - 1, to: now }).slice(-1)
  const ahead = (last?.seconds ?? 0) * 1000
  return Math.floor((now + ahead) / DAY) * DAY - ahead
}
