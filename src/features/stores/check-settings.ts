import { invalid } from '../../core/errors/errors.ts'
import { checkAmount, decimals } from '../../core/values/money.ts'
import { emptyAsNull } from '../../core/values/text.ts'
import { isTimeZone } from '../../core/values/time-zone.ts'
import { checkHours, hoursOrNull } from '../hours/hours.ts'
import { unknownPlaceholders } from './message-template.ts'
import { toOrigins } from './origins.ts'
import type { StoreChanges } from './store.ts'

/** Normalises settings: empty texts become null, and social media addresses become handles. @throws 400 */
export function checkSettings(changes: StoreChanges): StoreChanges {
  rejectUnknownPlaceholders(changes.messageTemplate)
  checkHours(changes.hours)
  if (changes.timeZone != null && !isTimeZone(changes.timeZone)) {
    throw invalid('timeZone', 'invalid', 'La zona horaria no existe: escribe una como America/Guatemala')
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
    `El mensaje no puede llevar {{${unknown.slice(0, 80)}}}: no existe`,
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
