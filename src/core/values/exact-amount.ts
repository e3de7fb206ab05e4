import { currencyDigits } from './currency.ts'
import { formatAmount } from './money.ts'

/**
 * A sum of money, exact whatever its size. It holds ten-thousandths of the currency's unit, so what converts it by itself to a number
 * or a text would be wrong, and throws.
 */
export type ExactAmount = { readonly tenThousandths: bigint; readonly [Symbol.toPrimitive]: () => never }

const SCALE = 4

/** @param tenThousandths as the database writes them: `"12505000"` for 1,250.50 */
export const exactAmount = (tenThousandths: bigint | string): ExactAmount => ({
  tenThousandths: BigInt(tenThousandths),
  [Symbol.toPrimitive]: refuse,
})

function refuse(): never {
  throw new TypeError('An exact amount is converted by toNumber, toDecimal or formatExact')
}

// From the decimal digits: binary floating point would lose cents.
export const fromNumber = (amount: number): ExactAmount => exactAmount(amount.toFixed(SCALE).replace('.', ''))

export const sum = (amounts: ExactAmount[]): ExactAmount =>
  exactAmount(amounts.reduce((total, { tenThousandths }) => total + tenThousandths, 0n))

/** With exactly the currency's digits: `"1250.50"`, `"1250"`. */
export function toDecimal({ tenThousandths }: ExactAmount, currency: string): string {
  const digits = digitsOf(currency)
  return withPoint(tenThousandths / minorUnit(digits), digits)
}

/** In units of the currency: 1250.5 */
export const toNumber = (amount: ExactAmount, currency: string): number => Number(toDecimal(amount, currency))

/** As a person reads it: `Q 1,250.50`. */
export const formatExact = (amount: ExactAmount, currency: string): string =>
  formatAmount(toNumber(amount, currency), currency)

/** The average of `count` orders, rounded half up to the currency's digits; null with none. */
export function average({ tenThousandths }: ExactAmount, count: number, currency: string): string | null {
  if (count === 0) return null
  const digits = digitsOf(currency)
  const divisor = BigInt(count) * minorUnit(digits)
  return withPoint((2n * tenThousandths + divisor) / (2n * divisor), digits)
}

const digitsOf = (currency: string) => currencyDigits(currency) ?? 2
const minorUnit = (digits: number) => 10n ** BigInt(SCALE - digits)

function withPoint(minorUnits: bigint, digits: number): string {
  const text = String(minorUnits).padStart(digits + 1, '0')
  return digits === 0 ? text : `${text.slice(0, -digits)}.${text.slice(-digits)}`
}
