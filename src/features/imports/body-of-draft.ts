import { isDeepStrictEqual } from 'node:util'
import { invalidAll } from '../../core/errors/errors.ts'
import { productTexts } from '../products/fields.ts'
import type { ProductRow, StoredVariant } from '../products/product.ts'
import { DEFAULT_NAME } from '../products/variants.ts'
import type { Draft, DraftVariant, ProductFile } from './draft.ts'
import type { FileCategories } from './file-categories.ts'
import type { FindGroups } from './file-groups.ts'
import type { Format } from './formats/format.ts'

export type Named = { categories: FileCategories; findGroups: FindGroups }

export async function bodyOfDraft(
  draft: Draft,
  before: ProductRow | undefined,
  file: ProductFile,
  { categories, findGroups }: Named,
): Promise<object> {
  const { format } = file
  const { modifierGroups, groupDefinitions = '', category, missingPrice } = draft
  const modifierGroupIds =
    modifierGroups && (await findGroups(modifierGroups, groupDefinitions, before?.modifierGroupIds ?? []))
  const prices = pricesOf(draft, before, format)
  if (!before && prices.price === undefined && missingPrice) throw invalidAll([missingPrice])
  return withoutUndefined({
    ...prices,
    ...Object.fromEntries(productTexts.map((name) => [name, draft[name]])),
    name: draft.name,
    slug: format.isOwn ? draft.slug : undefined,
    description: draft.description,
    categoryId: category === undefined ? undefined : categories.find(category, before?.categoryId ?? null),
    modifierGroupIds,
    quantityPrices: draft.quantityPrices,
    minQuantity: draft.minQuantity,
    quantityStep: draft.quantityStep,
    isActive: draft.isActive,
    images: imagesOf(draft, before),
    options: optionsOf(draft, before, file),
  })
}

const withoutUndefined = <T extends object>(values: T) =>
  Object.fromEntries(Object.entries(values).filter(([, value]) => value !== undefined)) as Partial<T>

type Prices = {
  price?: number | undefined
  comparePrice?: number | null | undefined
  variants?: Partial<Omit<DraftVariant, 'isNamed'>>[] | undefined
}

/**
 * The prices of a product and its variants from those of its rows. Our own format says which variants follow the product's price.
 * In other formats each variant has a price; the product gets that of a variant that followed it before, or the lowest.
 */
function pricesOf(draft: Draft, before: ProductRow | undefined, format: Format): Prices {
  const { price: ofProduct, comparePrice } = draft
  const variants = draft.variants && matchVariants(draft.variants, before?.variants ?? [])
  if (variants ? variants.length === 0 : hasNoVariants(before))
    return { price: ofProduct, comparePrice, variants: defaultVariantStock(draft, before) ?? variants }
  const prices = variants?.flatMap(({ price }) => price ?? []) ?? []
  if (!variants || format.isOwn || prices.length === 0) return { price: ofProduct, comparePrice, variants }
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

const hasNoVariants = (before: ProductRow | undefined) =>
  before === undefined || before.variants.some(({ isDefault }) => isDefault)

/** The default variant with the stock of a product without variants; undefined where the file does not say the stock. */
function defaultVariantStock({ stock }: Draft, before: ProductRow | undefined): Prices['variants'] {
  if (stock === undefined) return undefined
  const known = before?.variants.find(({ isDefault }) => isDefault)
  if (known) return [{ id: known.id, name: known.name, stock }]
  return stock === null ? undefined : [{ name: DEFAULT_NAME, stock }]
}

/** By id or option values, otherwise by name. Active ones first, those of one name in their order. */
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
const fieldsOf = ({ name, isNamed, ...variant }: DraftVariant, id: string | undefined) =>
  withoutUndefined({ ...variant, id, ...((isNamed || id === undefined) && { name }) })

/** Alternative texts that the file lacks stay. */
const imagesOf = ({ images }: Draft, before: ProductRow | undefined) =>
  images?.map(({ url, alt }) => ({
    url,
    alt: alt ?? before?.images.find((known) => known.url === url)?.alt ?? null,
  }))

/** The file's options, with the stored values that no variant uses, because only our own format can list them. */
function optionsOf(
  { options, variants }: Draft,
  before: ProductRow | undefined,
  { format, columns }: ProductFile,
) {
  const listsValues = format.isOwn && columns.some(({ field }) => field === 'option1Values')
  if (!before || listsValues) return options
  if (variants?.length === 0) return format.isOwn ? [] : undefined
  const used = new Set(
    before.variants.flatMap(({ isActive, optionValues }) => (isActive ? optionValues : [])),
  )
  return options?.map(({ name, values }) => {
    const known = before.options.find((one) => one.name === name)?.values ?? []
    const left = known.filter((value) => values.includes(value) || !used.has(value))
    return { name, values: [...left, ...values.filter((value) => !left.includes(value))] }
  })
}
