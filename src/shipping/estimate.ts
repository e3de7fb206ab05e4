import { offsetAt } from '../core/values/time-zone.ts'

const HOUR = 3_600_000
const DAY = 24 * HOUR

/**
 * The first instant for which a delivery can be wanted, by what its estimate says: `2 a 3 días hábiles` is the beginning of the second
 * workday from now, `Mañana desde las 10 h` that of tomorrow, `24 horas` a day from now. Now where it names the same day, or no time.
 */
export function earliestOf(estimate: string | null, now: number, timeZone: string): number {
  const text = (estimate ?? '').toLowerCase()
  const days = daysIn(text)
  if (days === 0) return now + hoursIn(text) * HOUR
  const local = now + offsetAt(now, timeZone)
  let day = Math.floor(local / DAY) * DAY
  for (let left = days; left > 0; left -= text.includes('hábil') && isWeekend(day) ? 0 : 1) day += DAY
  return day - offsetAt(day - offsetAt(now, timeZone), timeZone)
}

/** `2 a 3 días` is 2, `una semana` 7. */
function daysIn(text: string): number {
  const [, count, unit] = /\b(\d{1,2}|una?) (?:(?:a|o|y) \d{1,2} )?(d[ií]as?|semanas?)/.exec(text) ?? []
  if (!count) return /(?<!la )mañana/.test(text) ? 1 : 0
  return (Number(count) || 1) * (unit!.startsWith('s') ? 7 : 1)
}

/** `24 a 48 horas` is 24; `antes de las 13 h` is an hour of the clock. */
const hoursIn = (text: string) =>
  Number(/(?<!las )\b(\d{1,3}) (?:a \d{1,3} )?h(?:oras?)?\b/.exec(text)?.[1] ?? 0)

const isWeekend = (day: number) => [0, 6].includes(new Date(day).getUTCDay())
