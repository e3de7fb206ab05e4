import { isDeepStrictEqual } from 'node:util'
import type { ProductRow, StoredVariant } from '../products/product.ts'
import { DEFAULT_NAME } from '../products/variants.ts'
import type { Draft, DraftVariant } from './draft.ts'
import type { Format } from './fields.ts'

type ResolvedPrices = {
  price?: number | undefined
  comparePrice?: number | null | undefined
  variants?: Partial<Omit<DraftVariant, 'isNamed'>>[] | undefined
}

/**
 * The prices of a product and its variants from those of its rows. Our own format says which variants follow the product's price.
 * In other formats each variant has a price; the product gets that of a variant that followed it before, or the lowest.
 */
export function resolvePrices(draft: Draft, before: ProductRow | null, format: Format): ResolvedPrices {
  const { comparePrice } = draft
  const variants = draft.variants && matchVariants(draft.variants, before?.variants ?? [])
  if (variants?.length === 0 || (!variants && hasNoVariants(before))) {
    return { price: draft.price, comparePrice, variants: defaultVariantStock(draft, before) ?? variants }
  }
  if (!variants || format === 'vitrina') {
    return { price: draft.price, comparePrice, variants }
  }
  const prices = variants.flatMap(({ price }) => price ?? [])
  if (prices.length === 0) return { price: draft.price, comparePrice, variants }
  const following = new Set(before?.variants.filter(({ price }) => price === null).map(({ id }) => id))
  const price =
    variants.find(({ id, price }) => id && following.has(id) && price != null)?.price ?? Math.min(...prices)
  return {
    price,
    comparePrice: comparePrice == null || comparePrice > price ? comparePrice : null,
    variants: variants.map((variant) => ({
      ...variant,
      price: variant.price === price ? null : variant.price,
    })),
  }
}

const hasNoVariants = (before: ProductRow | null) =>
  before === null || before.variants.some(({ isDefault }) => isDefault)

/** The default variant with the stock of a product without variants; undefined where the file does not say the stock. */
function defaultVariantStock({ stock }: Draft, before: ProductRow | null): ResolvedPrices['variants'] {
  if (stock === undefined) return undefined
  const known = before?.variants.find(({ isDefault }) => isDefault)
  if (known) return [{ id: known.id, name: known.name, stock }]
  return stock === null ? undefined : [{ name: DEFAULT_NAME, stock }]
}

/**
 * Adds to each variant the id of the stored one that it matches: by id or option values, otherwise by name. Active ones are
 * matched first, those of one name in their order.
 */
function matchVariants(variants: DraftVariant[], known: StoredVariant[]) {
  const left = known
    .filter(({ isDefault }) => !isDefault)
    .toSorted((a, b) => Number(b.isActive) - Number(a.isActive))
  const found = new Map<DraftVariant, string>()
  for (const isSame of [isSameVariant, hasSameName]) {
    for (const variant of variants.filter((one) => !found.has(one))) {
      const at = left.findIndex((stored) => isSame(variant, stored))
      if (at >= 0) found.set(variant, left.splice(at, 1)[0]!.id)
    }
  }
  return variants.map((variant) => fieldsOf(variant, found.get(variant)))
}

const isSameVariant = ({ id, optionValues = [] }: DraftVariant, stored: StoredVariant) =>
  id ? stored.id === id : optionValues.length > 0 && isDeepStrictEqual(stored.optionValues, optionValues)

const hasSameName = ({ name }: DraftVariant, stored: StoredVariant) =>
  stored.name === name || stored.optionValues.join(' / ') === name

/** Names that were made of option values are used for new variants only. */
function fieldsOf({ name, isNamed, ...variant }: DraftVariant, id: string | undefined) {
  const fields = { ...variant, id, ...((isNamed || id === undefined) && { name }) }
  return Object.fromEntries(Object.entries(fields).filter(([, value]) => value !== undefined)) as Partial<
    typeof fields
  >
}
