/** The last `count` days, weeks or months, with a bucket for each. */
export type Period = { count: number; unit: Unit }
export type Unit = 'day' | 'week' | 'month'

/** The first day of each bucket up to the current one, `2026-11-22`, and those of as many buckets before. */
export function bucketsOf({ count, unit }: Period, today: string): { now: string[]; before: string[] } {
  const last = beginningOf(today, unit)
  const buckets = (until: number) =>
    Array.from({ length: count }, (_, n) => shift(last, unit, n + 1 - count - until))
  return { now: buckets(0), before: buckets(count) }
}

/** The day that it is at an instant in a zone. */
export const dayAt = (at: number, timeZone: string): string =>
  new Intl.DateTimeFormat('en-CA', { timeZone }).format(at)

/** The day, the Monday, or the first of the month. */
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
