import { currencyDigits } from '../../core/values/currency.ts'
import { MAX_AMOUNT } from '../../core/values/money.ts'
import type { OptionFilter } from '../../features/catalog/filters.ts'
import { MAX_OPTIONS } from '../../features/products/options.ts'
import { cleanText } from '../../core/values/text.ts'
import { readAmount, valueOf } from '../../core/values/written-amount.ts'

export function readSearch(value: unknown): string {
  return typeof value === 'string' ? (cleanText(value.slice(0, 80), 'one') ?? '') : ''
}

/** A whole number in bounds from an address or a form; null of anything else. */
export function readInteger(value: unknown, min: number, max: number): number | null {
  const number = typeof value === 'string' && /^\d{1,9}$/.test(value) ? Number(value) : Number.NaN
  return number >= min && number <= max ? number : null
}

/** An amount of a currency as people write it, from an address: `50000`, `50.000`, `1,500.50`; null of anything else. */
export function readPrice(value: unknown, currency: string): number | null {
  if (typeof value !== 'string' || value.length > 20) return null
  const amount = valueOf(readAmount(value, currency))
  if (amount === null || amount < 0 || amount > MAX_AMOUNT) return null
  return Number(amount.toFixed(Math.max(2, currencyDigits(currency) ?? 2))) // with three decimals, links to it would read as thousands
}

/** The options of an address, each as `Talla:M`; what has no value is left out, as the list's first line has none. */
export function readOptions(value: unknown): OptionFilter[] {
  return [value]
    .flat()
    .slice(0, MAX_OPTIONS)
    .map(readSearch)
    .flatMap((text) => {
      const [, name, value] = /^([^:]+):(.+)$/.exec(text) ?? []
      return name && value ? [{ name, value }] : []
    })
}
