import { formatsByZone } from '../../core/values/time-zone.ts'
import { dayNames, days, type Day, type Hours } from './hours.ts'

const formatIn = formatsByZone('es-419', {
  weekday: 'long',
  day: 'numeric',
  month: 'long',
  hour: 'numeric',
  minute: '2-digit',
})

/** `lunes 23 de noviembre, 9:00 a. m.` */
export const dayAndTime = (instant: string, timeZone: string): string =>
  formatIn(timeZone)
    .format(new Date(instant))
    .replace(', ', ' ')
    .replaceAll(/[\u00a0\u202f]/g, ' ')

/** `lunes 23 de noviembre` and `9:00 a.m.` */
export function dayAndHour(instant: string, timeZone: string): { day: string; hour: string } {
  const [day = '', hour = ''] = dayAndTime(instant, timeZone).split(', ')
  return { day, hour }
}

/** `Abre el lunes 23 de noviembre, 9:00 a. m.`: names the day, so that it stays true after midnight. */
export const opensText = (instant: string, timeZone: string): string =>
  `Abre el ${dayAndTime(instant, timeZone)}`

/** The week in a few lines, days in a row with the same hours joined: `['lunes a viernes', '9:00–18:00']`. */
export function weekLines(hours: Hours): [days: string, hours: string][] {
  const lines: { first: Day; last: Day; text: string }[] = []
  for (const day of days) {
    const text = (hours[day] ?? []).map(([opens, closes]) => `${short(opens!)}–${short(closes!)}`).join(', ')
    const line = lines.at(-1)
    if (line?.text === text) line.last = day
    else lines.push({ first: day, last: day, text })
  }
  return lines.map(({ first, last, text }) => [
    first === last ? dayNames[first] : `${dayNames[first]} a ${dayNames[last]}`,
    text || 'cerrado',
  ])
}

/** `9:00` of `09:00` */
const short = (time: string) => time.replace(/^0/, '')
