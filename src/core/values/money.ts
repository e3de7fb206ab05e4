import { invalid } from '../errors/errors.ts'
import { t } from '../texts/text.ts'
import { currencyDigits, hidesZeroCents, localeOfCurrency } from './currency.ts'

export const MAX_AMOUNT = 999_999_999.99

/** Rejects an amount with more digits after the point than its currency has. @throws 400 `invalid` on `field` */
export function checkAmount(field: string, amount: number | null | undefined, digits: number): void {
  if (amount == null || decimals(amount) <= digits) return
  const message =
    digits === 0
      ? t('El importe no lleva decimales en la moneda de la tienda')
      : t('El importe lleva como máximo {digits} decimales en la moneda de la tienda', { digits })
  throw invalid(field, 'invalid', message)
}

/** An amount as a person in Latin America reads it: `Q 1,250.00`, `$ 12.990`, `R$ 1.299,50`. */
export function formatAmount(amount: number, currency: string): string {
  return formatter(currency)
    .format(amount)
    .replaceAll(/[\u00a0\u202f]/g, ' ')
}

/** An amount in ten-thousandths, an integer: no currency has more than three digits after the point. */
export const inUnits = (amount: number): number => Math.round(amount * 10_000)

/** A sum or a product of amounts, without the error of binary fractions. */
export const exact = (amount: number): number => inUnits(amount) / 10_000

// The digits of the shortest decimal that reads back as the same number: what the client wrote.
export function decimals(amount: number): number {
  const [mantissa = '', exponent = '0'] = String(amount).split('e')
  return Math.max(0, (mantissa.split('.')[1]?.length ?? 0) - Number(exponent))
}

const formatters = new Map<string, Intl.NumberFormat>()

function formatter(currency: string): Intl.NumberFormat {
  let made = formatters.get(currency)
  if (!made) {
    const { locale, options } = amountFormat(currency)
    made = new Intl.NumberFormat(locale, options)
    formatters.set(currency, made)
  }
  return made
}

/** The options of `Intl.NumberFormat` for amounts of a currency; pages pass them to their scripts. */
export function amountFormat(currency: string) {
  const digits = currencyDigits(currency)
  const options: Intl.NumberFormatOptions = {
    style: 'currency',
    currency,
    minimumFractionDigits: digits,
    maximumFractionDigits: digits,
    trailingZeroDisplay: hidesZeroCents(currency) ? 'stripIfInteger' : 'auto',
  }
  return { locale: localeOfCurrency(currency), options }
}
