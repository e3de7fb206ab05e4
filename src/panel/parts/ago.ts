import { html, type Html } from '../../core/http/html.ts'

const relative = new Intl.RelativeTimeFormat('es', { numeric: 'auto' })
const full = new Intl.DateTimeFormat('es', { dateStyle: 'long', timeStyle: 'short', timeZone: 'UTC' })

const units = [
  ['day', 86_400],
  ['hour', 3600],
  ['minute', 60],
] as const

/** "hace 5 minutos", with the full date behind it. For what belongs to no store, and so to no zone. */
export function ago(at: string): Html {
  const seconds = (Date.parse(at) - Date.now()) / 1000
  const [unit, size] = units.find(([, size]) => Math.abs(seconds) >= size) ?? ['minute', 60]
  const words = Math.abs(seconds) < 60 ? 'hace un momento' : relative.format(Math.trunc(seconds / size), unit)
  return html`<time datetime="${at}" title="${full.format(new Date(at))} (UTC)">${words}</time>`
}
