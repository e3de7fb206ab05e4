import { t } from '../../core/texts/text.ts'
import type { Issue } from '../../core/errors/errors.ts'
import { truncated } from '../../core/values/text.ts'
import { offsetAt } from '../../core/values/time-zone.ts'
import type { Cells } from './columns.ts'
import { atLine, type Row } from './row.ts'

/** What the dates of a sale say now: it has no end, it will end, or it has ended or not begun. */
export type SaleState = 'open' | 'ending' | 'outside'

/** Reads the dates of a row's sale price, in the store's time zone. What can't be read, or means two things now, is an issue. */
export function saleStateOf({ line, cells }: Row, timeZone: string, issues: Issue[]): SaleState {
  const dates = datesIn(cells)
  const now = Date.now()
  const offset = offsetAt(now, timeZone)
  const readings = orders
    .map((order) => dates.map((date) => spanOf(date, order, offset)))
    .filter((spans) => spans.length === 2 && spans.every((span) => span !== null))
  const [state, ...others] = new Set(readings.map(([start, end]) => stateAt(now, start!, end!)))
  if (state && others.length === 0) return state
  const issue = state ? ambiguous(dates, readings as Span[][]) : unreadable(dates)
  issues.push({ ...issue, message: atLine(issue.message, line) })
  return 'outside'
}

/** When it starts and when it ends, each empty where it is not said. Feeds write both in one cell, returned whole if it has no two. */
function datesIn({ saleStarts = '', saleEnds = '', saleDates = '' }: Cells): string[] {
  if (saleDates === '') return [saleStarts, saleEnds].map((date) => date.replace(/^0000-00-00.*/, ''))
  const parts = saleDates.split('/').map((date) => date.trim())
  return parts.length === 2 ? parts : [saleDates]
}

/** What comes first in `1/2/2026`. */
const orders = ['day', 'month'] as const
type Order = (typeof orders)[number]

/** From the first instant of a date or a time to the first one after it, in ms. */
type Span = { day: string; from: number; until: number }

const shape =
  /^(?<first>\d{4}|\d\d?)(?<mark>[-/.])(?<second>\d\d?)\k<mark>(?<third>\d{4}|\d\d?)(?:(?:T|,? +)(?<clock>\d.+))?$/i
const clockShape = /^(?<time>[\d:.]+)(?: ?(?<half>[ap])\.? ?m\.?)?(?<zone> ?(?:Z|[+-]\d\d:?\d\d))?$/i
const timeShape = /^(?<hour>\d{1,2}):(?<minute>[0-5]\d)(?::(?<second>[0-5]\d)(?:\.\d+)?)?$/

const [SECOND, MINUTE, HOUR, DAY] = [1000, 60_000, 3_600_000, 86_400_000] as const

function spanOf(text: string, order: Order, offset: number): Span | null {
  if (text === '') return { day: '', from: -Infinity, until: Infinity }
  const { first = '', second = '', third = '', clock } = shape.exec(text)?.groups ?? {}
  const [year, month, day] =
    first.length === 4
      ? [first, second, third]
      : order === 'day'
        ? [third, second, first]
        : [third, first, second]
  const date = new Date(Date.UTC(Number(year) + (year.length < 3 ? 2000 : 0), Number(month) - 1, Number(day)))
  const time = clock === undefined ? { from: -offset, until: DAY - offset } : timeOf(clock, offset)
  if (date.getUTCMonth() !== Number(month) - 1 || date.getUTCDate() !== Number(day) || !time) return null
  const at = date.getTime()
  return { day: date.toISOString().slice(0, 10), from: at + time.from, until: at + time.until }
}

/** The time since midnight in UTC, to the end of its minute or second. */
function timeOf(clock: string, offset: number): Omit<Span, 'day'> | null {
  const { time = '', half, zone } = clockShape.exec(clock)?.groups ?? {}
  const { hour, minute, second } = timeShape.exec(time)?.groups ?? {}
  const hours = half === undefined ? Number(hour) : (Number(hour) % 12) + (/p/i.test(half) ? 12 : 0)
  if (!(hours < 24)) return null
  const since = hours * HOUR + Number(minute) * MINUTE + Number(second ?? 0) * SECOND
  const from = since - (zone === undefined ? offset : offsetOf(zone))
  return { from, until: from + (second === undefined ? MINUTE : SECOND) }
}

function offsetOf(zone: string): number {
  const [, sign, hours = 0, minutes = 0] = /([+-])(\d\d):?(\d\d)/.exec(zone) ?? []
  return (sign === '-' ? -1 : 1) * (Number(hours) * HOUR + Number(minutes) * MINUTE)
}

function stateAt(now: number, start: Span, end: Span): SaleState {
  if (now < start.from || now >= end.until) return 'outside'
  return end.until === Infinity ? 'open' : 'ending'
}

const quoted = (date: string) => `«${truncated(date, 60)}»`

function ambiguous(dates: string[], [one, other]: Span[][]): Issue {
  const n = dates.findIndex((_, at) => one![at]!.day !== other![at]!.day)
  const message = t(
    'La fecha de la oferta «{date}» puede ser {one} o {other}, y su precio vale según cuál sea: escribe una de las dos así',
    { date: dates[n]!, one: one![n]!.day, other: other![n]!.day },
  )
  return { field: 'salePrice', reason: 'ambiguous', message }
}

function unreadable(dates: string[]): Issue {
  const [one = '', other] = dates.filter(Boolean).map(quoted)
  const shown = other === undefined ? one : t('{one} y {other}', { one, other })
  const message = t('No se entienden las fechas de la oferta: {shown}', { shown })
  return { field: 'salePrice', reason: 'type', message }
}
