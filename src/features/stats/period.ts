/**
 * The last `count` times 24 hours, as the API's report counts them, or the last weeks or months with the present one; or the days
 * from one to another, `2026-11-01`, both included.
 */
export type Period = { count: number; unit: Unit } | (Dates & { unit: Unit })
export type Dates = { from: string; to: string }
export type Unit = 'day' | 'week' | 'month'

/**
 * The first day of each bucket up to the current one, `2026-11-22`, and those of as many buckets before. A day is the last bucket
 * of one period and the first of the next, because days end in the middle.
 */
export function bucketsOf(
  { count, unit }: Extract<Period, { count: number }>,
  today: string,
): { now: string[]; before: string[] } {
  const last = beginningOf(today, unit)
  const length = unit === 'day' ? count + 1 : count
  const buckets = (until: number) =>
    Array.from({ length }, (_, n) => shift(last, unit, n + 1 - length - until))
  return { now: buckets(0), before: buckets(count) }
}

/** The first day of each bucket of some days, and of those as many days before. */
export function bucketsOfDates({ from, to, unit }: Extract<Period, Dates>): {
  now: string[]
  before: string[]
} {
  const now = [from]
  while (true) {
    const next = shift(unit === 'month' ? beginningOf(now.at(-1)!, unit) : now.at(-1)!, unit, 1)
    if (next > to) break
    now.push(next)
  }
  return { now, before: now.map((day) => shift(day, 'day', -lengthOf({ from, to }))) }
}

/** How many days there are, both included. */
export const lengthOf = ({ from, to }: Dates): number => (Date.parse(to) - Date.parse(from)) / 86_400_000 + 1

export const dayAfter = (day: string): string => shift(day, 'day', 1)

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
