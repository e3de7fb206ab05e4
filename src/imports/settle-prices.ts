import type { ProductRow, StoredVariant } from '../products/product.ts'
import { DEFAULT_NAME } from '../products/variants.ts'
import type { Draft, DraftVariant } from './draft.ts'
import type { Format } from './fields.ts'

type Settled = {
  price?: number | undefined
  comparePrice?: number | null | undefined
  variants?:
    | { id?: string; name: string; price?: number | null; isActive?: boolean; stock?: number | null }[]
    | undefined
}

/**
 * The prices of a product and its variants from those of its rows. Our own form says which variants follow the product's price;
 * elsewhere each has a price, and the product's is that of a variant that followed it, or the lowest.
 */
export function settlePrices(draft: Draft, before: ProductRow | null, format: Format): Settled {
  const { comparePrice } = draft
  const variants = draft.variants && named(draft.variants, before?.variants ?? [])
  if (variants?.length === 0 || (!variants && isSingle(before))) {
    return { price: draft.price, comparePrice, variants: alone(draft, before) ?? variants }
  }
  if (!variants || format === 'vitrina') {
    return { price: draft.price, comparePrice, variants }
  }
  const asked = variants.flatMap(({ price }) => price ?? [])
  if (asked.length === 0) return { price: draft.price, comparePrice, variants }
  const following = new Set(before?.variants.filter(({ price }) => price === null).map(({ id }) => id))
  const price =
    variants.find(({ id, price }) => id && following.has(id) && price != null)?.price ?? Math.min(...asked)
  return {
    price,
    comparePrice: comparePrice == null || comparePrice > price ? comparePrice : null,
    variants: variants.map((variant) => ({
      ...variant,
      price: variant.price === price ? null : variant.price,
    })),
  }
}

const isSingle = (before: ProductRow | null) =>
  before === null || before.variants.some(({ isDefault }) => isDefault)

/** The one variant of a product that has none carries its stock; undefined where the file says nothing of it. */
function alone({ stock }: Draft, before: ProductRow | null): Settled['variants'] {
  if (stock === undefined) return undefined
  const known = before?.variants.find(({ isDefault }) => isDefault)
  if (known) return [{ id: known.id, name: known.name, stock }]
  return stock === null ? undefined : [{ name: DEFAULT_NAME, stock }]
}

/** Each with the id of the variant of its name, the active ones first; those of one name in their order. */
function named(variants: DraftVariant[], known: StoredVariant[]) {
  const left = [...known]
    .filter(({ isDefault }) => !isDefault)
    .toSorted((a, b) => Number(b.isActive) - Number(a.isActive))
  return variants.map(({ id, name, price, isActive, stock }) => {
    const at = left.findIndex((variant) => (id ? variant.id === id : variant.name === name))
    const [found] = at >= 0 ? left.splice(at, 1) : []
    return {
      ...(found && { id: found.id }),
      name,
      ...(price !== undefined && { price }),
      ...(isActive !== undefined && { isActive }),
      ...(stock !== undefined && { stock }),
    }
  })
}
