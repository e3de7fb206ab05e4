import { offsetAt } from '../../core/values/time-zone.ts'

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
  for (let left = days; left > 0; left -= /h[aá]bil/.test(text) && isWeekend(day) ? 0 : 1) day += DAY
  return day - offsetAt(day - offsetAt(now, timeZone), timeZone)
}

/** `2 a 3 días` and `2-3 días` are 2, `una semana` 7. */
function daysIn(text: string): number {
  const [, count, unit] =
    /\b(\d{1,2}|una?)(?: (?:a|o|y) \d{1,2}| ?[-–] ?\d{1,2})? (d[ií]as?|semanas?)/.exec(text) ?? []
  if (!count) return /(?<!la )mañana/.test(text) ? 1 : 0
  return (Number(count) || 1) * (unit!.startsWith('s') ? 7 : 1)
}

/** `24 a 48 horas` and `24-48h` are 24; `antes de las 13 h` is an hour of the clock, `de 9 a 18 h` are two. */
function hoursIn(text: string): number {
  if (/\bde (?:[7-9]|1\d) a (?:1\d|2[0-3]) ?h/.test(text)) return 0
  const [, count] = /(?<!las |:)\b(\d{1,3})(?: a \d{1,3}| ?[-–] ?\d{1,3})? ?h(?:oras?|s)?\b/.exec(text) ?? []
  return Number(count ?? 0)
}

const isWeekend = (day: number) => [0, 6].includes(new Date(day).getUTCDay())
