import { currencyDigits, hasDecimalComma } from '../core/values/currency.ts'
import { amountFormat, MAX_AMOUNT } from '../core/values/money.ts'
import { MAX_STOCK } from '../products/fields.ts'

/**
 * An amount as it is written where the currency is used: `1,250.50`, `Q12.50`, in Argentina `$ 1.250,50`. Null for what is none, or
 * could be read in two ways: in Guatemala `12.990` has three decimals.
 */
export function parseAmount(text: string, currency: string): number | null {
  const joined = joinGroups(text, currency)
  const [sign = ''] = /^[^\d\s]*/u.exec(joined) ?? []
  if (sign !== '' && !isSign(sign, currency)) return null
  const point = hasDecimalComma(currency) ? ',' : '.'
  const [units = '', decimals, ...rest] = joined.slice(sign.length).replace(/^\s/u, '').split(point)
  const whole = wholeNumber(units, currency)
  const isFraction =
    decimals === undefined || (/^\d+$/.test(decimals) && decimals.length <= (currencyDigits(currency) ?? 2))
  if (whole === null || !isFraction || rest.length > 0) return null
  const amount = Number(`${whole}.${decimals ?? 0}`)
  return amount <= MAX_AMOUNT ? amount : null
}

/** The digits of a whole number, with or without marks between its thousands; null for anything else. */
function wholeNumber(text: string, currency: string): string | null {
  const [first = '', ...groups] = text.split(hasDecimalComma(currency) ? '.' : ',')
  const isGrouped =
    groups.length > 0 && /^\d{1,3}$/.test(first) && groups.every((group) => /^\d{3}$/.test(group))
  return isGrouped || (groups.length === 0 && /^(?:0|[1-9]\d{0,8})$/.test(first))
    ? [first, ...groups].join('')
    : null
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
  const digits = wholeNumber(text, currency)
  return digits !== null && Number(digits) <= MAX_STOCK ? Number(digits) : null
}
