import { t } from '../../core/texts/text.ts'
import { currencyDigits } from '../../core/values/currency.ts'
import { isCurrencyWord, ownerOfWord, signOf } from '../../core/values/currency-words.ts'
import { amountFormat, decimals, MAX_AMOUNT } from '../../core/values/money.ts'
import { readAmount, readCount, valueOf, type Reading } from '../../core/values/written-amount.ts'
import { MAX_STOCK } from '../../features/products/fields.ts'

export function readPriceAtEnd(text: string, currency: string): { name: string; price: Reading } {
  const words = joinGroups(text, currency).split(' ')
  const amount = [words.pop()!]
  if (words.length > 0 && ownerOfWord(amount[0]!, currency) !== 'none') amount.unshift(words.pop()!)
  const before = words.at(-1)
  if (before !== undefined && (isSign(before, currency) || isCurrencyWord(before)))
    amount.unshift(words.pop()!)
  return { name: words.join(' '), price: readPrice(amount.join(' '), currency) }
}

export function readPrice(text: string, currency: string): Reading {
  const reading = readAmount(text, currency)
  const value = valueOf(reading)
  if (value === null) return reading
  if (value < 0 || value > MAX_AMOUNT)
    return { reason: 'type', message: t('«{text}» no es un precio', { text }) }
  const digits = currencyDigits(currency) ?? 2
  if (decimals(value) <= digits) return reading
  const message =
    digits === 0
      ? t('los precios en {currency} no llevan centavos', { currency })
      : t('los precios en {currency} llevan como máximo {digits} decimales', { currency, digits })
  return { reason: 'invalid', message }
}

const isSign = (text: string, currency: string): boolean =>
  [currency, signOf(currency).toUpperCase()].includes(text.toUpperCase())

/** In Costa Rica thousands are divided by a space: `1 500` is `1500`. */
function joinGroups(text: string, currency: string): string {
  const { locale, options } = amountFormat(currency)
  const parts = new Intl.NumberFormat(locale, options).formatToParts(1_000_000)
  const isSpace = /^\s$/u.test(parts.find(({ type }) => type === 'group')?.value ?? '')
  return isSpace ? text.replaceAll(/(?<=\d)\s(?=\d{3}(?!\d))/gu, '') : text
}

/** A whole number of units: `12`, `1,200`, `1.200`; null for anything else. */
export function parseCount(text: string): number | null {
  const count = valueOf(readCount(text))
  return count !== null && count >= 0 && count <= MAX_STOCK ? count : null
}
