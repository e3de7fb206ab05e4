import { fold } from '../../core/values/text.ts'
import { instantOf, offsetAt } from '../../core/values/time-zone.ts'
import { dayNames, days } from '../../features/hours/hours.ts'

const MINUTE = 60_000
const HOUR = 60 * MINUTE
const DAY = 24 * HOUR
const MAX_PAUSE = 7 * DAY

/** How long `2h`, `30 min`, `1h30` or `2 horas` is, in ms; null for what is no duration, or longer than a week. */
export function parseDuration(text: string): number | null {
  const [, hours = '0', minutes = '0'] =
    /^(?=\d)(?:(\d{1,3}) ?h(?:oras?)?)? ?(?:y )?(?:(\d{1,4}) ?(?:m|min|minutos?)?)?$/.exec(fold(text)) ?? []
  const isBareNumber = /^\d+$/.test(text)
  const duration = Number(hours) * HOUR + Number(minutes) * MINUTE
  return isBareNumber || duration === 0 || duration > MAX_PAUSE ? null : duration
}

/**
 * The instant that is meant by a day, a time of day, or both: `mañana 9`, `hoy 18:30`, `lunes`, `24/12 a las 9 am`, `9 pm`. A day alone
 * begins at 0:00; a time alone, a weekday and a date are the next ones. Null for what is none of it, or past.
 * @param now in ms, as the result
 */
export function parseInstant(text: string, now: number, zone: string): number | null {
  const { day, time } = splitDay(fold(text))
  const minutes = time === '' ? null : minutesOf(time)
  if (minutes === null && (time !== '' || day === '')) return null
  const local = now + offsetAt(now, zone)
  const today = Math.floor(local / DAY) * DAY
  const at = (start: number) => instantOf(start + (minutes ?? 0) * MINUTE, zone)
  const instant = daysMeant(day, today)
    .map(at)
    .find((candidate) => candidate > now)
  return instant ?? null
}

const DAY_WORDS =
  /^(hoy|manana|pasado manana|(?:el )?(?:lunes|martes|miercoles|jueves|viernes|sabado|domingo)|(?:el )?\d{1,2}\/\d{1,2})(?: |$)/

function splitDay(text: string): { day: string; time: string } {
  const [whole = '', day = ''] = DAY_WORDS.exec(text) ?? []
  return { day: day.replace('el ', ''), time: text.slice(whole.length).replace(/^(?:a )?las? /, '') }
}

/** The starts of the days that may be meant, in local time, the first one first. */
function daysMeant(day: string, today: number): number[] {
  if (day === '') return [today, today + DAY]
  if (day === 'hoy') return [today]
  if (day === 'manana') return [today + DAY]
  if (day === 'pasado manana') return [today + 2 * DAY]
  if (day.includes('/')) return datesMeant(day, today)
  const wanted = days.findIndex((name) => fold(dayNames[name].in('es')) === day)
  const present = (new Date(today).getUTCDay() + 6) % 7
  const ahead = (wanted - present + 7) % 7
  return [today + ahead * DAY, today + (ahead + 7) * DAY]
}

function datesMeant(text: string, today: number): number[] {
  const [date, month] = text.split('/').map(Number) as [number, number]
  const year = new Date(today).getUTCFullYear()
  return [year, year + 1]
    .map((each) => new Date(Date.UTC(each, month - 1, date)))
    .filter((each) => each.getUTCMonth() === month - 1 && each.getUTCDate() === date)
    .map(Number)
}

/** Minutes since 0:00 of `9`, `9:30`, `9.30`, `21h`, `9 am`, `9:30 pm`. */
function minutesOf(text: string): number | null {
  const [, hour, minute = '0', half] =
    /^(\d{1,2})(?:[:.](\d\d))? ?(?:h(?:oras)?|(am|pm|a\.? ?m\.?|p\.? ?m\.?))?$/.exec(text) ?? []
  if (hour === undefined || Number(minute) > 59 || Number(hour) > 23) return null
  if (half === undefined) return Number(hour) * 60 + Number(minute)
  if (Number(hour) < 1 || Number(hour) > 12) return null
  return ((Number(hour) % 12) + (half.startsWith('p') ? 12 : 0)) * 60 + Number(minute)
}
