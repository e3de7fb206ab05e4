/** Sums of money in ten-thousandths of the currency's unit, as the database writes them: exact, whatever their size. */
export type Amount = bigint

const SCALE = 4

/** With exactly the currency's digits: `"1250.50"`, `"1250"`. */
export function toDecimal(amount: Amount, digits: number): string {
  return withPoint(amount / minorUnit(digits), digits)
}

/** The average of `count` orders, rounded half up to the currency's digits; null with none. */
export function average(amount: Amount, count: number, digits: number): string | null {
  if (count === 0) return null
  const divisor = BigInt(count) * minorUnit(digits)
  return withPoint((2n * amount + divisor) / (2n * divisor), digits)
}

const minorUnit = (digits: number) => 10n ** BigInt(SCALE - digits)

function withPoint(minorUnits: bigint, digits: number): string {
  const text = String(minorUnits).padStart(digits + 1, '0')
  return digits === 0 ? text : `${text.slice(0, -digits)}.${text.slice(-digits)}`
}
