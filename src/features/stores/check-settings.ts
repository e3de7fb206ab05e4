import { invalid } from '../../core/errors/errors.ts'
import { checkAmount, decimals } from '../../core/values/money.ts'
import { emptyAsNull } from '../../core/values/text.ts'
import { isTimeZone } from '../../core/values/time-zone.ts'
import { checkHours, hoursOrNull } from '../hours/hours.ts'
import { unknownPlaceholders } from './message-template.ts'
import type { StoreChanges } from './store.ts'
import { t } from '../../core/texts/text.ts'

/** Normalises settings: empty texts become null, and social media addresses become handles. @throws 400 */
export function checkSettings(changes: StoreChanges): StoreChanges {
  rejectUnknownPlaceholders(changes.messageTemplate)
  checkHours(changes.hours)
  if (changes.timeZone != null && !isTimeZone(changes.timeZone)) {
    throw invalid('timeZone', 'invalid', t('La zona horaria no existe: escribe una como America/Guatemala'))
  }
  const { hours, instagram, ordersWhileClosed, allowedOrigins } = changes
  return {
    ...emptyAsNull(changes),
    ...(hours !== undefined && { hours: hoursOrNull(hours) }),
    ...(instagram != null && { instagram: handleOf(instagram) }),
    ...(ordersWhileClosed === null && { ordersWhileClosed: true }),
    ...(allowedOrigins && { allowedOrigins: toOrigins(allowedOrigins) }),
  }
}

function rejectUnknownPlaceholders(template: string | null | undefined) {
  const [unknown] = unknownPlaceholders(template ?? '')
  if (unknown === undefined) return
  throw invalid(
    'messageTemplate',
    'invalid',
    t('El mensaje no puede llevar {unknown}: no existe', { unknown: `{{${unknown.slice(0, 80)}}}` }),
  )
}

/** `cafeantigua` of `@cafeantigua` and `https://instagram.com/cafeantigua/`. */
const handleOf = (written: string) => written.replace(/\/$/, '').split(/[@/]/).at(-1)!

const amounts = ['minimumOrder', 'freeShippingFrom'] as const
type Amounts = Partial<Record<(typeof amounts)[number], number | null>>

/** @throws 400 on an amount with more digits than the currency has */
export function checkAmounts(changes: Amounts, digits: number): void {
  for (const name of amounts) checkAmount(name, changes[name], digits)
}

export const amountsFit = (settings: Amounts, digits: number) =>
  amounts.every((name) => decimals(settings[name] ?? 0) <= digits)

/** Normalises and deduplicates origins. @throws 400 on one that is not an origin, or is plain http and not local */
function toOrigins(written: string[]): string[] {
  return [...new Set(written.map((text, n) => toOrigin(text, `allowedOrigins.${n}`)))]
}

/** Host names of the browser's own machine. */
const isLocal = (host: string) =>
  ['localhost', '127.0.0.1', '[::1]'].includes(host) || host.endsWith('.localhost')

function toOrigin(text: string, field: string): string {
  const url = URL.parse(text)
  const isOrigin = url && url.href === `${url.origin}/` && !url.hostname.includes('*')
  const isSafe = url?.protocol === 'https:' || (url?.protocol === 'http:' && isLocal(url.hostname))
  if (isOrigin && isSafe) return url.origin
  throw invalid(
    field,
    'invalid',
    t(
      'Escribe el origen entero y nada más: https://, el dominio y el puerto si lo hay. Sin https solo puede ser localhost',
    ),
  )
}
