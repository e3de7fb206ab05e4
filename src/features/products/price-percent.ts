import { t, type Localized } from '../../core/texts/text.ts'
import { isDeepStrictEqual } from 'node:util'
import type { Sql } from '../../core/database/db.ts'
import { etagOf } from '../../core/http/etag.ts'
import { currencyDigits, hasDecimalComma, hidesZeroCents } from '../../core/values/currency.ts'
import { ownPrices, type NewPrices, type Prices } from './prices.ts'
import type { QuantityPrice } from './quantity-fields.ts'

/** What changed prices are rounded to: a multiple of `step`, and `rest` more. */
type Rounding = { step: number; rest?: number }

/** By their names in the API and in forms. */
const roundings = {
  '1': { step: 1 },
  '5': { step: 5 },
  '10': { step: 10 },
  '50': { step: 50 },
  '100': { step: 100 },
  '500': { step: 500 },
  '.90': { step: 1, rest: 0.9 },
  '990': { step: 1000, rest: 990 },
} satisfies Record<string, Rounding>
export type RoundingName = keyof typeof roundings
export const roundingNames = Object.keys(roundings) as RoundingName[]

const withoutCents: Partial<Record<RoundingName, RoundingName>> = { '1': '100', '5': '50', '.90': '990' }

const labelsWith = (mark: ',' | '.'): Record<RoundingName, Localized> => ({
  '1': t('Sin centavos'),
  '5': t('Terminados en 0 o 5'),
  '10': t('Terminados en 0'),
  '50': t('Terminados en 00 o 50'),
  '100': t('Terminados en 00'),
  '500': t('Terminados en 000 o 500'),
  '.90': t('Terminados en {cents}', { cents: `${mark}90` }),
  '990': t('Terminados en 990'),
})

export function roundingsOf(currency: string): Partial<Record<RoundingName, Localized>> {
  const isWhole = currencyDigits(currency) === 0
  const large: RoundingName[] = ['10', '50', '100', '500', '990']
  const ofCents: RoundingName[] = hidesZeroCents(currency) ? ['1', ...large] : ['1', '5', '.90']
  const mark = hasDecimalComma(currency) ? ',' : '.'
  const labels = labelsWith(mark)
  return Object.fromEntries((isWhole ? large : ofCents).map((name) => [name, labels[name]]))
}

/** What is rounded to where nobody chooses: the coarsest usual step that all prices have and by which 5 % still changes the lowest. */
export async function usualRounding(sql: Sql, storeId: string, currency: string): Promise<RoundingName | ''> {
  const fitting = roundingsOf(currency)
  const steps = (['1', '10', '50', '100'] as const).filter((name) => name in fitting)
  const [found] = await sql<{ step: number }[]>`
    select step
    from unnest(${steps.map(Number)}::int[]) as step
    where not exists (
      select from products
      where store_id = ${storeId} and deleted_at is null and (price % step <> 0 or (price > 0 and price < 10 * step))
    )
    order by step desc
    limit 1`
  const finest = hidesZeroCents(currency) ? '1' : ''
  return found ? (String(found.step) as RoundingName) : finest
}

export const MAX_PERCENT = 1000
type PercentChange = { percent: number; rounding?: RoundingName | undefined; digits: number }

/** Computed in integers, rounded half up; a price never becomes 0 by rounding. */
export function changedAmount(amount: number, { percent, rounding, digits }: PercentChange): number {
  const unit = 10 ** digits
  const name = rounding && ((digits === 0 && withoutCents[rounding]) || rounding)
  const { step, rest = 0 }: Rounding = name ? roundings[name] : { step: 1 / unit }
  const cents = Number(
    (BigInt(Math.round(amount * unit)) * BigInt(Math.round((100 + percent) * 100)) + 5_000n) / 10_000n,
  )
  const [size, added] = [Math.max(1, Math.round(step * unit)), Math.round(rest * unit)]
  const rounded = Math.floor((cents - added + size / 2) / size) * size + added
  return (amount === 0 ? 0 : Math.max(rounded, added || size)) / unit
}

/**
 * What a product and its variants cost after the change; a previous price that would no longer be higher goes, and so does one by
 * quantity that would no longer be lower. Null where nothing changes.
 */
function changedPrices({ id, name: _name, ...before }: Prices, change: PercentChange): NewPrices | null {
  const price = changedAmount(before.price, change)
  const ownAfter = Object.entries(before.own).map(([variant, { price: own, quantityPrices = [] }]) => {
    const after = changedAmount(own, change)
    return [
      variant,
      ownPrices({ price: after, quantityPrices: changedSteps(quantityPrices, after, change) }),
    ] as const
  })
  const highest = ownAfter.reduce((most, [, own]) => Math.max(most, own.price!), price)
  const isHigher = before.comparePrice !== null && before.comparePrice > highest
  const after = {
    price,
    comparePrice: isHigher ? before.comparePrice : null,
    quantityPrices: changedSteps(before.quantityPrices, price, change),
    own: Object.fromEntries(
      ownAfter.filter(([variant, own]) => !isDeepStrictEqual(own, before.own[variant])),
    ),
  }
  const isSame = isDeepStrictEqual({ ...after, comparePrice: before.comparePrice }, { ...before, own: {} })
  return isSame ? null : { id, ...after }
}

function changedSteps(steps: QuantityPrice[], ofOne: number, change: PercentChange): QuantityPrice[] {
  const lower: QuantityPrice[] = []
  for (const { from, price } of steps) {
    const now = changedAmount(price, change)
    if (now < (lower.at(-1)?.price ?? ofOne)) lower.push({ from, price: now })
  }
  return lower
}

export const losesQuantityPrices = ({ before, after }: PriceChange): boolean =>
  after.quantityPrices.length < before.quantityPrices.length ||
  Object.entries(after.own).some(
    ([id, { quantityPrices = [] }]) => quantityPrices.length < (before.own[id]!.quantityPrices?.length ?? 0),
  )

export type PriceChange = { before: Prices; after: NewPrices }

export const priceChanges = (rows: Prices[], change: PercentChange) =>
  rows.flatMap((before): PriceChange[] => {
    const after = changedPrices(before, change)
    return after ? [{ before, after }] : []
  })

/** Identifies prices as they were shown, with what they become: nothing else is applied. */
export const seenOf = (changes: PriceChange[]) =>
  etagOf(
    JSON.stringify(
      changes
        .map(({ before: { name: _name, ...before }, after }) => [after.id, before, after] as const)
        .toSorted(([a], [b]) => (a < b ? -1 : 1)),
    ),
  ).replaceAll('"', '')
