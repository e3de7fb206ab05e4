import { html, type Html } from '../../../core/http/html.ts'
import { defaultLanguage } from '../../../core/texts/language.ts'
import { joined, t, type Localized } from '../../../core/texts/text.ts'
import { hourOf } from '../../../features/hours/format.ts'
import { dayOf, moment } from '../../../core/pages/format.ts'

const MINUTE = 60_000
const HOUR = 60 * MINUTE
const DAY = 24 * HOUR

export function since(instant: string, timeZone: string): Html {
  const full = moment(instant, timeZone)
  return html`<time datetime="${instant}" title="${full}">${inShort(Date.now() - Date.parse(instant)) ?? full}</time>`
}

/** For little room: of more than a week ago the date alone, with its time behind it. */
export function sinceDay(instant: string, timeZone: string): Html {
  const words = inShort(Date.now() - Date.parse(instant)) ?? dayOf(instant, timeZone)
  return html`<time datetime="${instant}" title="${moment(instant, timeZone)}">${words}</time>`
}

/** `hoy, 4:00 p. m.`, `mañana, 9:00 a. m.`, `28 nov 2026, 9:00 a. m.` */
export function whenWanted(instant: string, timeZone: string): Localized {
  const day = dayOf(instant, timeZone)
  const near = isInDays(0, instant, timeZone) ? t('hoy') : isInDays(1, instant, timeZone) && t('mañana')
  return joined([near || day, hourOf(instant, timeZone)], ', ')
}

/** `4:00 p. m.` of today, else with its day. */
export const whenDone = (instant: string, timeZone: string): Localized =>
  isInDays(0, instant, timeZone) ? hourOf(instant, timeZone) : whenWanted(instant, timeZone)

const isInDays = (days: number, instant: string, timeZone: string): boolean =>
  dateOf(new Date(Date.now() + days * DAY).toISOString(), timeZone) === dateOf(instant, timeZone)

const dateOf = (instant: string, timeZone: string) => dayOf(instant, timeZone).in(defaultLanguage)

function inShort(passed: number): Localized | null {
  if (passed < MINUTE) return t('ahora')
  if (passed < HOUR) return t('hace {count} min', { count: Math.floor(passed / MINUTE) })
  if (passed < DAY) return t('hace {count} h', { count: Math.floor(passed / HOUR) })
  if (passed < 2 * DAY) return t('ayer')
  return passed < 7 * DAY ? t('hace {count} días', { count: Math.floor(passed / DAY) }) : null
}
