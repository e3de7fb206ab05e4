import { isDeepStrictEqual } from 'node:util'
import { etagOf } from '../../core/http/etag.ts'
import type { ProductRow } from './product.ts'
import type { QuantityPrice } from './quantity-fields.ts'

/** What changed prices are rounded to: a multiple of `step`, and `rest` more. Amounts of currencies without cents are larger. */
type Rounding = { label: string; step: number; rest: number }

const withCents = {
  '1': { label: 'A enteros', step: 1, rest: 0 },
  '5': { label: 'A 5', step: 5, rest: 0 },
  '.90': { label: 'A .90', step: 1, rest: 0.9 },
} satisfies Record<string, Rounding>

const withoutCents = {
  '5': { label: 'A 50', step: 50, rest: 0 },
  '1': { label: 'A 100', step: 100, rest: 0 },
  '.90': { label: 'A 990', step: 1000, rest: 990 },
} satisfies Record<string, Rounding>

/** The roundings by their names in forms. */
export const roundings = (digits: number): Record<string, Rounding> => ({
  '': { label: 'Sin redondear', step: 10 ** -digits, rest: 0 },
  ...(digits === 0 ? withoutCents : withCents),
})

export const MAX_PERCENT = 1000
export type PercentChange = { percent: number; rounding: string; digits: number }

/** Computed in integers, rounded half up; a price never becomes 0 by rounding. */
export function changedAmount(amount: number, { percent, rounding, digits }: PercentChange): number {
  const unit = 10 ** digits
  const { step, rest } = roundings(digits)[rounding] ?? roundings(digits)['']!
  const cents = Number(
    (BigInt(Math.round(amount * unit)) * BigInt(Math.round((100 + percent) * 100)) + 5_000n) / 10_000n,
  )
  const [size, added] = [Math.max(1, Math.round(step * unit)), Math.round(rest * unit)]
  const rounded = Math.floor((cents - added + size / 2) / size) * size + added
  return (amount === 0 ? 0 : Math.max(rounded, added || size)) / unit
}

/**
 * The body of the update that changes a product's prices, with those by quantity and those of variants that have one of their own; a
 * previous price that would no longer be higher is taken away, and so is one by quantity that would no longer be lower.
 * @returns null where nothing changes
 */
export function changedPrices(
  { price, comparePrice, quantityPrices, variants }: ProductRow,
  change: PercentChange,
) {
  const now = changedAmount(price, change)
  const steps = changedSteps(quantityPrices, now, change)
  const own = variants.map(({ id, price: before, quantityPrices: ownSteps }): OwnPrices => {
    if (before === null) return { id }
    const after = changedAmount(before, change)
    return { id, price: after, ...(ownSteps && { quantityPrices: changedSteps(ownSteps, after, change) }) }
  })
  const isChanged = !isDeepStrictEqual(steps, quantityPrices)
  const isOwnChanged = variants.some(
    (one, n) =>
      one.price !== null &&
      (own[n]!.price !== one.price || !isDeepStrictEqual(own[n]!.quantityPrices, one.quantityPrices)),
  )
  if (now === price && !isChanged && !isOwnChanged) return null
  const highest = Math.max(now, ...own.map((one) => one.price ?? 0))
  return {
    price: now,
    ...(comparePrice !== null && comparePrice <= highest && { comparePrice: null }),
    ...(isChanged && { quantityPrices: steps }),
    ...(isOwnChanged && { variants: own }),
  }
}

type OwnPrices = { id: string; price?: number; quantityPrices?: QuantityPrice[] }

function changedSteps(steps: QuantityPrice[], ofOne: number, change: PercentChange): QuantityPrice[] {
  const lower: QuantityPrice[] = []
  for (const { from, price } of steps) {
    const now = changedAmount(price, change)
    if (now < (lower.at(-1)?.price ?? ofOne)) lower.push({ from, price: now })
  }
  return lower
}

/** Whether a price by quantity of the product, or of a variant, is taken away. */
export const losesQuantityPrices = ({ row, body }: PriceChange): boolean =>
  [row, ...row.variants].some(({ quantityPrices = [] }, n) => {
    const after = n === 0 ? body.quantityPrices : body.variants?.[n - 1]?.quantityPrices
    return after !== undefined && after.length < quantityPrices.length
  })

/** A product with the update that changes its prices. */
export type PriceChange = { row: ProductRow; body: NonNullable<ReturnType<typeof changedPrices>> }

/** Those of the products whose prices change, in the order of their ids. */
export const priceChanges = (ids: string[], rows: ReadonlyMap<string, ProductRow>, change: PercentChange) =>
  ids.flatMap((id): PriceChange[] => {
    const row = rows.get(id)
    const body = row && changedPrices(row, change)
    return row && body ? [{ row, body }] : []
  })

/** Identifies prices as they were shown, with what they become: nothing else is applied. */
export const seenOf = (changes: PriceChange[]) =>
  etagOf(
    JSON.stringify(
      changes
        .map(({ row, body }) => [row.id, row.price, row.variants.map((one) => one.price), body] as const)
        .toSorted(([a], [b]) => (a < b ? -1 : 1)),
    ),
  ).replaceAll('"', '')
