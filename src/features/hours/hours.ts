import { Type, type Static } from 'typebox'
import { joined, t, type Localized } from '../../core/texts/text.ts'
import { invalidAll, type Issue } from '../../core/errors/errors.ts'
import { Body } from '../../core/http/schema.ts'
import { timeZoneOfCurrency } from '../../core/values/currency.ts'
import { instantOf, offsetAt } from '../../core/values/time-zone.ts'

export const days = ['mon', 'tue', 'wed', 'thu', 'fri', 'sat', 'sun'] as const
export type Day = (typeof days)[number]

export const dayNames: Record<Day, Localized> = {
  mon: t('lunes'),
  tue: t('martes'),
  wed: t('miércoles'),
  thu: t('jueves'),
  fri: t('viernes'),
  sat: t('sábado'),
  sun: t('domingo'),
}

export const MAX_SPANS = 4

const Time = Type.String({ pattern: '^([01]\\d|2[0-3]):[0-5]\\d$|^24:00$', examples: ['09:00'] })
const Span = Type.Array(Time, { minItems: 2, maxItems: 2, description: 'Abre y cierra' })
const OfDay = Type.Optional(
  Type.Array(Span, { maxItems: MAX_SPANS, description: 'De qué hora a qué hora; sin ninguna está cerrada' }),
)

export const Hours = Body(
  { mon: OfDay, tue: OfDay, wed: OfDay, thu: OfDay, fri: OfDay, sat: OfDay, sun: OfDay },
  'Horario por día, en la hora de la tienda. Cerrar a la hora de abrir o antes es cerrar al día siguiente',
)
export type Hours = Static<typeof Hours>

/** When a store is open: its hours, null when none are set and it is always open, and the end of a holiday. */
export type Schedule = { hours: Hours | null; timeZone: string; closedUntil: string | null }

export type ScheduleRow = {
  hours: Hours | null
  timeZone: string | null
  currency: string
  closedUntil: string | null
}

export const zoneOf = ({ timeZone, currency }: Pick<ScheduleRow, 'timeZone' | 'currency'>): string =>
  timeZone ?? timeZoneOfCurrency(currency)

export const scheduleOf = (row: ScheduleRow): Schedule => ({
  hours: row.hours,
  timeZone: zoneOf(row),
  closedUntil: row.closedUntil,
})

const MINUTE = 60_000
const DAY = 24 * 60
const WEEK = 7 * DAY
/** The first Monday after the Unix epoch. */
const MONDAY = Date.UTC(1970, 0, 5)

/** In minutes since Monday, 0:00. A span that ends after Sunday has an end beyond the week. */
type WeekSpan = { day: Day; n: number; start: number; end: number }

/** @throws 400 on spans that overlap, are empty, or open at 24:00 */
export function checkHours(hours: Hours | null | undefined): void {
  const spans = spansOf(hours ?? {})
  const issues = spans.flatMap((span, i): Issue[] => {
    const field = `hours.${span.day}.${span.n}`
    const [opens, closes] = hours![span.day]![span.n]!
    const problem = (message: Localized) => [
      {
        field,
        reason: 'invalid',
        message: joined([message, joined(['(', dayNames[span.day], ')'], '')], ' '),
      },
    ]
    if (opens === '24:00') return problem(t('Abrir a las 24:00 es abrir a las 00:00 del día siguiente'))
    if (opens === closes && opens !== '00:00')
      return problem(t('La hora de abrir y la de cerrar son la misma'))
    const before = spans[i - 1] ?? spans.at(-1)!
    const end = i === 0 ? before.end - WEEK : before.end
    return before !== span && end > span.start ? problem(t('El horario se cruza con otro')) : []
  })
  if (issues.length > 0) throw invalidAll(issues as [Issue, ...Issue[]])
}

/** Hours without any span count as not set. */
export const hoursOrNull = (hours: Hours | null): Hours | null =>
  hours && spansOf(hours).length > 0 ? hours : null

function spansOf(hours: Hours): WeekSpan[] {
  return days
    .flatMap((day, i) =>
      (hours[day] ?? []).map(([opens = '', closes = ''], n) => {
        const [start, end] = [i * DAY + minutesOf(opens), i * DAY + minutesOf(closes)]
        return { day, n, start, end: end > start ? end : end + DAY }
      }),
    )
    .toSorted((a, b) => a.start - b.start)
}

const minutesOf = (time: string) => Number(time.slice(0, 2)) * 60 + Number(time.slice(3))

export function isOpen({ hours, timeZone, closedUntil }: Schedule, at: number): boolean {
  if (closedUntil !== null && at < Date.parse(closedUntil)) return false
  return hours === null || spanAt(spansOf(hours), minuteOfWeek(at, timeZone)) !== undefined
}

/** In local time, so that opening hours don't shift with daylight saving. */
function minuteOfWeek(at: number, timeZone: string): number {
  const minutes = Math.floor((at + offsetAt(at, timeZone) - MONDAY) / MINUTE)
  return ((minutes % WEEK) + WEEK) % WEEK
}

const spanAt = (spans: WeekSpan[], minute: number) =>
  spans.find(({ start, end }) => (start <= minute && minute < end) || minute + WEEK < end)

/** The first instant from `at` on at which the store is open; null when it never is. */
export function nextOpening(schedule: Schedule, at: number): number | null {
  const { hours, timeZone, closedUntil } = schedule
  const from = Math.max(at, closedUntil === null ? at : Date.parse(closedUntil))
  if (isOpen(schedule, from)) return from
  const starts = spansOf(hours ?? {}).flatMap(({ start }) => occurrences(start, from, timeZone))
  return starts.length > 0 ? Math.min(...starts.filter((start) => start >= from)) : null
}

/** When an open store closes next; null when it never does. */
export function nextClosing({ hours, timeZone }: Schedule, at: number): number | null {
  const spans = spansOf(hours ?? {})
  const minute = minuteOfWeek(at, timeZone)
  let span = spanAt(spans, minute)
  if (!span) return null
  let end = span.end - (minute < span.start ? WEEK : 0)
  // Adjacent spans count as one: a shop that closes at 24:00 and opens at 00:00 does not close.
  while ((span = spans.find(({ start }) => start === ((end % WEEK) + WEEK) % WEEK)) && end - minute < WEEK) {
    end += span.end - span.start
  }
  if (end - minute >= WEEK) return null
  return Math.min(...occurrences(end, at, timeZone).filter((closing) => closing > at))
}

/** The instants of a minute of the week in local time, in the weeks before, of and after `at`. */
function occurrences(minute: number, at: number, timeZone: string): number[] {
  const local = at + offsetAt(at, timeZone)
  const monday = local - ((((local - MONDAY) % (WEEK * MINUTE)) + WEEK * MINUTE) % (WEEK * MINUTE))
  return [-1, 0, 1].map((week) => instantOf(monday + (week * WEEK + minute) * MINUTE, timeZone))
}

/** When it opens or closes next; null when it never does. */
export function nextChange(schedule: Schedule, at: number): number | null {
  return isOpen(schedule, at) ? nextClosing(schedule, at) : nextOpening(schedule, at)
}

/** ms between the times that can be chosen, and between now and the first one. */
const STEP = 30 * MINUTE
const LEAD = 30 * MINUTE
const MAX_DAYS = 7
/** Enough for a week of long days; a shop that never closes offers the next four days. */
const MAX_TIMES = 200

/** Half hours in which the shop is open, as instants. @param lines the hours of what is ordered, all of which has to be sold then */
export function orderTimes(shop: Schedule, now: number, lines: Hours[] = []): string[] {
  const [first] = lines
  const schedule = { ...shop, hours: shop.hours ?? first ?? null }
  if (schedule.hours === null) return []
  return timesOf(schedule, now, (at) => isSoldAt(lines, shop.timeZone, at))
}

/** Whether all of what has these hours is sold at an instant. */
export const isSoldAt = (lines: Hours[], timeZone: string, at: number): boolean =>
  lines.every((hours) => isOpen({ hours, timeZone, closedUntil: null }, at))

function timesOf(schedule: Schedule, now: number, isSold: (at: number) => boolean): string[] {
  const times: string[] = []
  const last = now + MAX_DAYS * 24 * 60 * MINUTE
  let at: number | null = stepAfter(now + LEAD)
  while (at !== null && at < last && times.length < MAX_TIMES) {
    if (!isOpen(schedule, at)) {
      const opening = nextOpening(schedule, at)
      at = opening === null || opening <= at ? null : stepAfter(opening)
      if (at !== null && !isOpen(schedule, at)) at += STEP // open for less than a step
      continue
    }
    const closing = nextClosing(schedule, at) ?? last
    for (; at < closing && at < last && times.length < MAX_TIMES; at += STEP)
      if (isSold(at)) times.push(new Date(at).toISOString())
  }
  return times
}

const stepAfter = (at: number) => Math.ceil(at / STEP) * STEP
