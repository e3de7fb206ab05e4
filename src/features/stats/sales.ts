import type { Sql } from '../../core/database/db.ts'
import { exactAmount, sum, type ExactAmount } from '../../core/values/exact-amount.ts'
import { rankProducts } from './get.ts'
import { dayAfter, dayAt, bucketsOf, bucketsOfDates, type Dates, type Period } from './period.ts'
import { quarterAt, type Range } from './range.ts'
import { sumDays, type DaySums } from './report.ts'
import type { Stats } from './stats.ts'
import { zoneOf } from '../hours/hours.ts'
import { midnight } from './time-zone.ts'

export type SalesTotal = { orders: number; amount: ExactAmount }

type SalesBucket = SalesTotal & {
  /** Its first day, and that of the bucket that it is compared to. */
  day: string
  before: SalesTotal & { day: string }
}

type PeriodTotals = {
  buckets: SalesBucket[]
  total: SalesTotal
  before: SalesTotal
  /** In other currencies than the store's present one: amounts are never summed across them. */
  others: { currency: string; amount: ExactAmount }[]
}

export type PeriodSales = PeriodTotals & { products: Stats['popularProducts'] }

export type StoreOfSales = { id: string; currency: string; timeZone: string | null }

export async function readSales(
  sql: Sql,
  store: StoreOfSales,
  period: Period,
  now = Date.now(),
): Promise<PeriodSales> {
  const [totals, products] = await Promise.all([
    readTotals(sql, store, period, now),
    rankProducts(sql, store, rangesOf(store, period, now).range),
  ])
  return { ...totals, products }
}

/**
 * The one definition of sales, of Hoy, of the report and of the API: orders that are confirmed, shipped or delivered, in the
 * store's currency, by the instant at which they were placed, without test orders. Days are times 24 hours until now, like the
 * API's presets; they are shown by the days of the store's zone. The previous period is equally long.
 */
export async function readTotals(
  sql: Sql,
  store: StoreOfSales,
  period: Period,
  now: number,
): Promise<PeriodTotals> {
  const { zone, buckets, range, before } = rangesOf(store, period, now)
  const [sold, soldBefore] = await Promise.all(
    [range, before].map((days) => sumDays(sql, store.id, days, zone)),
  )
  const [current, earlier] = [
    byBucket(sold!, buckets.now, store.currency),
    byBucket(soldBefore!, buckets.before, store.currency),
  ]
  return {
    buckets: current.map((bucket, n) => ({ ...bucket, before: earlier[n]! })),
    total: totalOf(current),
    before: totalOf(earlier),
    others: othersOf(sold!, store.currency),
  }
}

const DAY = 86_400_000

/** The previous period ends at a quarter of an hour, so that the precomputed sums have all of it. */
export function rangesOf(store: StoreOfSales, period: Period, now: number) {
  const zone = zoneOf(store)
  if ('from' in period) return rangesOfDates(zone, period, now)
  const buckets = bucketsOf(period, dayAt(now, zone))
  if (period.unit === 'day') {
    const length = period.count * DAY
    const before = { from: quarterAt(now) - 2 * length, to: quarterAt(now) - length }
    return { zone, buckets, range: { from: now - length, to: now }, before }
  }
  const range: Range = { from: midnight(buckets.now[0]!, zone), to: now }
  const from = midnight(buckets.before[0]!, zone)
  const before: Range = { from, to: Math.min(from + quarterAt(now) - range.from, range.from) }
  return { zone, buckets, range, before }
}

function rangesOfDates(zone: string, period: Extract<Period, Dates>, now: number) {
  const buckets = bucketsOfDates(period)
  const range = { from: midnight(period.from, zone), to: Math.min(midnight(dayAfter(period.to), zone), now) }
  const from = midnight(buckets.before[0]!, zone)
  const before: Range = { from, to: Math.min(from + range.to - range.from, range.from) }
  return { zone, buckets, range, before }
}

function byBucket(days: DaySums[], starts: string[], currency: string): (SalesTotal & { day: string })[] {
  const buckets = starts.map((day) => ({ day, orders: 0, amount: exactAmount(0n) }))
  for (const { day, completed, completedAmount, ...sums } of days) {
    const bucket = buckets.findLast((one) => one.day <= day)
    if (!bucket || sums.currency !== currency) continue
    bucket.orders += completed
    bucket.amount = sum([bucket.amount, completedAmount])
  }
  return buckets
}

const totalOf = (buckets: SalesTotal[]): SalesTotal => ({
  orders: buckets.reduce((total, { orders }) => total + orders, 0),
  amount: sum(buckets.map(({ amount }) => amount)),
})

function othersOf(days: DaySums[], own: string) {
  const foreign = Map.groupBy(
    days.filter(({ currency, completed }) => currency !== own && completed > 0),
    ({ currency }) => currency,
  )
  return [...foreign].map(([currency, sums]) => ({
    currency,
    amount: sum(sums.map(({ completedAmount }) => completedAmount)),
  }))
}
