import { Formatted, joined, t, type Localized, type Wording } from '../../core/texts/text.ts'
import { instantFormat } from '../../core/values/time-zone.ts'
import { dayNames, days, type Day, type Hours } from './hours.ts'

const longIn = instantFormat({
  weekday: 'long',
  day: 'numeric',
  month: 'long',
  hour: 'numeric',
  minute: '2-digit',
})
const longWeekdayOf = instantFormat({ weekday: 'long' })
const dayNumberOf = instantFormat({ day: 'numeric' })

/** `9:00 a. m.` */
export const hourOf = instantFormat({ hour: 'numeric', minute: '2-digit' })

/** `lunes`; in Portuguese `segunda`, as people say it. */
const weekdayOf = (instant: string, timeZone: string): Localized =>
  new Formatted((language) => longWeekdayOf(instant, timeZone).in(language).replace('-feira', ''))

/** `lunes 23`; within a week it is enough. */
export const nearDay = (instant: string, timeZone: string): Localized =>
  joined([weekdayOf(instant, timeZone), dayNumberOf(instant, timeZone)], ' ')

/** `lunes 23 de noviembre, 9:00 a. m.`: names the day, so that it stays true after midnight. */
export const dayAndTime = (instant: string, timeZone: string): Localized =>
  new Formatted((language) => {
    const text = longIn(instant, timeZone).in(language)
    return language === 'es' ? text.replace(', ', ' ') : text
  })

/** The week in a few lines, days in a row with the same hours joined: `['lunes a viernes', '9:00–18:00']`. */
export function weekLines(hours: Hours): [days: Localized, hours: Wording][] {
  const lines: { first: Day; last: Day; text: string }[] = []
  for (const day of days) {
    const text = (hours[day] ?? []).map(([opens, closes]) => `${short(opens!)}–${short(closes!)}`).join(', ')
    const line = lines.at(-1)
    if (line?.text === text) line.last = day
    else lines.push({ first: day, last: day, text })
  }
  return lines.map(({ first, last, text }) => [
    first === last
      ? dayNames[first]
      : t('{first} a {last}', { first: dayNames[first], last: dayNames[last] }),
    text || t('cerrado'),
  ])
}

/** `9:00` of `09:00` */
const short = (time: string) => time.replace(/^0/, '')
