/** The last `count` times 24 hours, as the API's report counts them, or the last weeks or months with the present one. */
export type Period = { count: number; unit: Unit }
export type Unit = 'day' | 'week' | 'month'

/**
 * The first day of each bucket up to the current one, `2026-11-22`, and those of as many buckets before. A day is the last bucket
 * of one period and the first of the next, because days end in the middle.
 */
export function bucketsOf({ count, unit }: Period, today: string): { now: string[]; before: string[] } {
  const last = beginningOf(today, unit)
  const length = unit === 'day' ? count + 1 : count
  const buckets = (until: number) =>
    Array.from({ length }, (_, n) => shift(last, unit, n + 1 - length - until))
  return { now: buckets(0), before: buckets(count) }
}

export const dayAt = (at: number, timeZone: string): string =>
  new Intl.DateTimeFormat('en-CA', { timeZone }).format(at)

function beginningOf(day: string, unit: Unit): string {
  if (unit === 'month') return `${day.slice(0, 7)}-01`
  const sinceMonday = (new Date(day).getUTCDay() + 6) % 7
  return unit === 'week' ? shift(day, 'day', -sinceMonday) : day
}

function shift(day: string, unit: Unit, by: number): string {
  const date = new Date(day)
  if (unit === 'month') date.setUTCMonth(date.getUTCMonth() + by)
  else date.setUTCDate(date.getUTCDate() + by * (unit === 'week' ? 7 : 1))
  return date.toISOString().slice(0, 10)
}
