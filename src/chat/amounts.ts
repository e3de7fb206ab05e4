import { currencyDigits, hasDecimalComma } from '../core/values/currency.ts'
import { amountFormat, MAX_AMOUNT } from '../core/values/money.ts'
import { MAX_STOCK } from '../products/fields.ts'

/**
 * An amount as it is written where the currency is used: `1,250.50`, `Q12.50`, in Argentina `$ 1.250,50`. Null for what is none, or
 * could be read in two ways: in Guatemala `12.990` has three decimals.
 */
export function parseAmount(text: string, currency: string): number | null {
  const digits = currencyDigits(currency) ?? 2
  const [thousands, point] = hasDecimalComma(currency) ? ['\\.', ','] : [',', '\\.']
  const decimals = digits === 0 ? '' : `(?:${point}\\d{1,${digits}})?`
  const number = new RegExp(`^(?:\\d{1,3}(?:${thousands}\\d{3})+|0|[1-9]\\d{0,8})${decimals}$`)
  const [, sign = '', bare = ''] = /^([^\d\s]*)\s?(.*)$/su.exec(joinGroups(text, currency)) ?? []
  if (!number.test(bare) || (sign !== '' && !isSign(sign, currency))) return null
  const amount = Number(bare.replaceAll(new RegExp(thousands, 'g'), '').replace(',', '.'))
  return amount <= MAX_AMOUNT ? amount : null
}

/** Whether a text is how amounts of a currency are marked: `Q`, `GTQ`, `$`. */
export const isSign = (text: string, currency: string): boolean =>
  ['$', currency, signOf(currency)?.toUpperCase()].includes(text.toUpperCase())

const signOf = (currency: string) => partOf(currency, 'currency')

/** In Costa Rica thousands are divided by a space: `1 500` is `1500`. */
export const joinGroups = (text: string, currency: string): string =>
  /^\s$/u.test(partOf(currency, 'group') ?? '') ? text.replaceAll(/(?<=\d)\s(?=\d{3}(?!\d))/gu, '') : text

/** What stands in amounts of a currency. */
function partOf(currency: string, part: 'currency' | 'group'): string | undefined {
  const { locale, options } = amountFormat(currency)
  const parts = new Intl.NumberFormat(locale, options).formatToParts(1_000_000)
  return parts.find(({ type }) => type === part)?.value
}

/** A whole number of units: `12`, `1,200`, in Argentina `1.200`. */
export function parseCount(text: string, currency: string): number | null {
  const thousands = hasDecimalComma(currency) ? '\\.' : ','
  if (!new RegExp(`^(?:\\d{1,3}(?:${thousands}\\d{3})+|\\d{1,9})$`).test(text)) return null
  const count = Number(text.replaceAll(new RegExp(thousands, 'g'), ''))
  return count <= MAX_STOCK ? count : null
}
