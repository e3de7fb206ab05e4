import { currencyDigits, hasDecimalComma } from '../core/values/currency.ts'
import { MAX_AMOUNT } from '../core/values/money.ts'
import { MAX_STOCK } from '../products/fields.ts'

/**
 * An amount as it is written where the currency is used: `1,250.50`, `Q12.50`, in Argentina `$ 1.250,50`. Null for what is none, or
 * could be read in two ways: in Guatemala `12.990` has three decimals.
 */
export function parseAmount(text: string, currency: string): number | null {
  const digits = currencyDigits(currency) ?? 2
  const [thousands, point] = hasDecimalComma(currency) ? ['\\.', ','] : [',', '\\.']
  const decimals = digits === 0 ? '' : `(?:${point}\\d{1,${digits}})?`
  const number = new RegExp(`^(?:\\d{1,3}(?:${thousands}\\d{3})+|\\d{1,9})${decimals}$`)
  const bare = text.replace(SYMBOL, '')
  if (!number.test(bare)) return null
  const amount = Number(bare.replaceAll(new RegExp(thousands, 'g'), '').replace(',', '.'))
  return amount <= MAX_AMOUNT ? amount : null
}

/** The signs of currencies in front of an amount. */
const SYMBOL = /^(?:[A-Z]{0,2}[$€]|[A-Z]{3}|Q|L|C\$|S\/\.?|Bs\.?|B\/\.?|₡|₲) ?/i

/** A whole number of units: `12`, `1,200`, in Argentina `1.200`. */
export function parseCount(text: string, currency: string): number | null {
  const thousands = hasDecimalComma(currency) ? '\\.' : ','
  if (!new RegExp(`^(?:\\d{1,3}(?:${thousands}\\d{3})+|\\d{1,9})$`).test(text)) return null
  const count = Number(text.replaceAll(new RegExp(thousands, 'g'), ''))
  return count <= MAX_STOCK ? count : null
}
