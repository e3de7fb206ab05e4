import type { Language } from '../../core/texts/language.ts'
import { fold } from '../../core/values/text.ts'
import { instantOf, offsetAt } from '../../core/values/time-zone.ts'
import { days } from '../../features/hours/hours.ts'
import { minutesOf, splitDay, spokenDurations } from './time-words.ts'

const MINUTE = 60_000
const HOUR = 60 * MINUTE
const DAY = 24 * HOUR
const MAX_PAUSE = 7 * DAY

/** How long `2h`, `30 min`, `1h30`, `2 horas` or `1 hour and 30 minutes` is, in ms; null for what is no duration, or longer than a week. */
export function parseDuration(text: string): number | null {
  const plain = fold(text)
  const spoken = spokenDurations.find(({ words }) => Object.values(words).flat().includes(plain))
  if (spoken) return spoken.minutes * MINUTE
  const [, hours = '0', minutes = '0'] =
    /^(?=\d)(?:(\d{1,3}) ?h(?:oras?|ours?|rs?|s)?)? ?(?:(?:y|e|and) )?(?:(\d{1,4}) ?(?:m|mins?|minut(?:o|e)s?)?)?$/.exec(
      plain,
    ) ?? []
  const isBareNumber = /^\d+$/.test(text)
  const duration = Number(hours) * HOUR + Number(minutes) * MINUTE
  return isBareNumber || duration === 0 || duration > MAX_PAUSE ? null : duration
}

/** When a text was written, in ms, where, and in which language: in English the month comes before the day. */
type Written = { now: number; zone: string; language: Language }

/**
 * The instant that is meant by a day, a time of day, or both: `mañana 9`, `hoje 18h30`, `monday`, `24/12 a las 9 am`, `9 pm`. A day
 * alone begins at 0:00; a time alone, a weekday and a date are the next ones. Null for what is none of it, or past, or two dates.
 * @returns in ms
 */
export function parseInstant(text: string, { now, zone, language }: Written): number | null {
  const { day, time } = splitDay(text)
  const minutes = time === '' ? null : minutesOf(time)
  if (minutes === null && (time !== '' || day === null)) return null
  const local = now + offsetAt(now, zone)
  const today = Math.floor(local / DAY) * DAY
  const at = (start: number) => instantOf(start + (minutes ?? 0) * MINUTE, zone)
  const instant = daysMeant(day, today, language)
    .map(at)
    .find((candidate) => candidate > now)
  return instant ?? null
}

/** The starts of the days that may be meant, in local time, the first one first. */
function daysMeant(day: ReturnType<typeof splitDay>['day'], today: number, language: Language): number[] {
  if (day === null) return [today, today + DAY]
  if (typeof day === 'object') return datesMeant(day.date, today, language)
  if (day === 'today') return [today]
  if (day === 'tomorrow') return [today + DAY]
  if (day === 'dayAfter') return [today + 2 * DAY]
  const present = (new Date(today).getUTCDay() + 6) % 7
  const ahead = (days.indexOf(day) - present + 7) % 7
  return [today + ahead * DAY, today + (ahead + 7) * DAY]
}

/** In English `12/24` and `24/12` are one day, `5/6` could be two: then none. */
function datesMeant(text: string, today: number, language: Language): number[] {
  const [first, second] = text.split('/').map(Number) as [number, number]
  const dayFirst = nextDates(first, second, today)
  if (language !== 'en' || first === second) return dayFirst
  const monthFirst = nextDates(second, first, today)
  if (dayFirst.length > 0 && monthFirst.length > 0) return []
  return [...dayFirst, ...monthFirst]
}

function nextDates(date: number, month: number, today: number): number[] {
  const year = new Date(today).getUTCFullYear()
  return [year, year + 1]
    .map((each) => new Date(Date.UTC(each, month - 1, date)))
    .filter((each) => each.getUTCMonth() === month - 1 && each.getUTCDate() === date)
    .map(Number)
}
