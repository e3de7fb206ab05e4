import { html, type Html } from '../../../core/http/html.ts'
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
export function whenWanted(instant: string, timeZone: string): string {
  const [day, hour] = moment(instant, timeZone).in('es').split(', ')
  const dayIn = (ms: number) => dayOf(new Date(Date.now() + ms).toISOString(), timeZone).in('es')
  return `${day === dayIn(0) ? 'hoy' : day === dayIn(DAY) ? 'mañana' : day}, ${hour}`
}

function inShort(passed: number): string | null {
  if (passed < MINUTE) return 'ahora'
  if (passed < HOUR) return `hace ${Math.floor(passed / MINUTE)} min`
  if (passed < DAY) return `hace ${Math.floor(passed / HOUR)} h`
  if (passed < 2 * DAY) return 'ayer'
  return passed < 7 * DAY ? `hace ${Math.floor(passed / DAY)} días` : null
}
