import { isDeepStrictEqual } from 'node:util'
import { categoryName } from '../categories/add-many.ts'
import type { Tx } from '../core/database/db.ts'
import { ApiError, type Issue } from '../core/errors/errors.ts'
import { slugOf } from '../core/values/slug.ts'
import { truncated, slugify } from '../core/values/text.ts'
import { MAX_IMAGES } from '../products/images.ts'
import type { ProductOption } from '../products/options.ts'
import type { ProductRow } from '../products/product.ts'
import { changedRowOfBody, newRowOfBody } from '../products/write-many.ts'
import type { FindCategory } from './category-names.ts'
import { draftOf, type Dialect, type Draft } from './draft.ts'
import { categoryLosses } from './losses.ts'
import { rowsOfProduct } from './product-rows.ts'
import type { EvaluatedRow } from './import.ts'
import { resolvePrices } from './resolve-prices.ts'

export type Catalog = {
  tx: Tx
  storeId: string
  currency: string
  digits: number
  findCategory: FindCategory
  /** Names by id. */
  categoryNames: Map<string, string>
  /** The stored address of pictures that were fetched before, by their source. */
  pictures: Map<string, string>
}

/** The slug that finds a product of the file in the store, and that a new one gets. */
export function slugOfDraft({ slug, name = '' }: Draft, { format }: Dialect): string {
  if (slug) return format === 'vitrina' ? slug : slugify(slug) || slug
  return slugOf(name, 'producto')
}

/** Issues of one product that are stored. */
const MAX_ISSUES = 20
/** Characters of a name that is stored with its row, which may be refused for its length. */
const MAX_NAME = 200

const nameOf = ({ name }: Draft) => name && truncated(name, MAX_NAME)

/** Compares a product of a file with the stored one, and validates it as the API's own routes do. */
export async function evaluateDraft(
  given: Draft,
  slug: string,
  before: ProductRow | undefined,
  dialect: Dialect,
  catalog: Catalog,
): Promise<EvaluatedRow> {
  const draft = withStoredPictures(given, catalog)
  const row = {
    line: draft.line,
    name: nameOf(draft) ?? before?.name ?? null,
    issues: [],
    before: null,
    after: null,
    losses: [],
  }
  try {
    throwIssues(draft.issues)
    if (!before) {
      const after = await newRowOfBody(
        catalog.tx,
        catalog.storeId,
        newBody(draft, slug, catalog, dialect),
        catalog.digits,
      )
      const losses = lossesOf(draft, after, dialect, catalog)
      const added = { ...after, createdAt: '', updatedAt: '' }
      return { ...row, action: 'new', productId: after.id, after: added, losses }
    }
    const body = changesOf(draft, before, dialect, catalog)
    const after = await changedRowOfBody(catalog.tx, catalog.storeId, before, body, catalog.digits)
    const isSame = isDeepStrictEqual(after, before)
    if (isSame) return { ...row, action: 'unchanged', productId: before.id }
    const losses = lossesOf(draft, after, dialect, catalog)
    return { ...row, action: 'changed', productId: before.id, before, after, losses }
  } catch (error) {
    const issues =
      error instanceof ApiError ? (error.body.details?.['issues'] as Issue[] | undefined) : undefined
    if (!issues) throw error
    return { ...row, action: 'refused', productId: before?.id ?? null, issues: issues.slice(0, MAX_ISSUES) }
  }
}

function lossesOf(
  draft: Draft,
  { categoryId }: Pick<ProductRow, 'categoryId'>,
  dialect: Dialect,
  { categoryNames }: Catalog,
) {
  const name = categoryNames.get(categoryId ?? '')
  return [...draft.losses, ...categoryLosses(draft.category ?? '', name, dialect)]
}

/** The pictures of variants at their stored address where one was fetched already. */
function withStoredPictures(draft: Draft, { pictures }: Catalog): Draft {
  const storedUrl = (url: string | null | undefined) => (url ? (pictures.get(url) ?? url) : url)
  const variants = draft.variants?.map((variant) => ({ ...variant, imageUrl: storedUrl(variant.imageUrl) }))
  return { ...draft, variants }
}

function throwIssues(issues: Issue[]) {
  if (issues.length === 0) return
  throw new ApiError(400, { error: '', details: { issues } })
}

function newBody(draft: Draft, slug: string, catalog: Catalog, dialect: Dialect) {
  const { price, comparePrice, variants } = resolvePrices(draft, null, dialect.format)
  if (price === undefined && draft.missingPrice) throwIssues([draft.missingPrice])
  return withoutUndefined({
    name: draft.name,
    slug,
    description: draft.description || undefined,
    price,
    comparePrice,
    categoryId: categoryIdOf(draft.category, null, catalog),
    isActive: draft.isActive,
    images: imagesOf(draft.images, [], catalog),
    options: draft.options,
    variants: variants && variants.length > 0 ? variants : undefined,
  })
}

/**
 * The fields that differ from an export of the product in the same format and columns. So an exported file that is imported
 * unchanged changes nothing, even where its format can't express everything.
 */
function changesOf(draft: Draft, before: ProductRow, dialect: Dialect, catalog: Catalog) {
  const exported = exportedDraft(before, dialect, catalog)
  const images = imagesOf(draft.images, before.images, catalog)
  const differs = (field: keyof Draft) =>
    draft[field] !== undefined && !isDeepStrictEqual(draft[field], exported[field])
  const isRepriced = (['price', 'comparePrice', 'variants', 'stock'] as const).some(differs)
  return withoutUndefined({
    ...(isRepriced && resolvePrices(draft, before, dialect.format)),
    name: differs('name') ? draft.name : undefined,
    slug: dialect.format === 'vitrina' && differs('slug') ? draft.slug : undefined,
    description: differs('description') ? draft.description || null : undefined,
    categoryId: differs('category') ? categoryIdOf(draft.category, before.categoryId, catalog) : undefined,
    isActive: differs('isActive') ? draft.isActive : undefined,
    images:
      images && !isDeepStrictEqual(images, imagesOf(exported.images, before.images, catalog))
        ? images
        : undefined,
    options:
      differs('options') || differs('variants')
        ? optionsOf(draft, exported, before.options, dialect)
        : undefined,
  })
}

/** The file's options. Stored values that no variant uses are added, because only our own format can list them. */
function optionsOf(
  { options, variants }: Draft,
  exported: Draft,
  known: ProductOption[],
  { format, fields }: Dialect,
) {
  if (format === 'vitrina' && fields.has('option1Values')) return options
  if (variants?.length === 0) return []
  return options?.map(({ name, values }) => {
    const before = known.find((one) => one.name === name)?.values ?? []
    const shown = exported.options?.find((one) => one.name === name)?.values ?? []
    const left = before.filter((value) => values.includes(value) || !shown.includes(value))
    return { name, values: [...left, ...values.filter((value) => !left.includes(value))] }
  })
}

function exportedDraft(product: ProductRow, dialect: Dialect, catalog: Catalog): Draft {
  const { currency, digits, categoryNames } = catalog
  const category = categoryNames.get(product.categoryId ?? '') ?? null
  const rows = rowsOfProduct({ product, category, link: '', currency, digits }, dialect.format)
  const draft = draftOf(
    rows.map((cells, line) => ({ line, cells })),
    { ...dialect, styles: {} },
  )
  return withStoredPictures(draft, catalog)
}

function categoryIdOf(name: string | undefined, present: string | null, { findCategory }: Catalog) {
  if (name === undefined) return undefined
  if (name === '') return null
  const found = findCategory(name, present)
  if (found) return found.id
  const why = categoryName(name) === null ? 'ese nombre no sirve' : 'quien importa no puede'
  const message = `La categoría «${truncated(name, 80)}» no existe, y no se puede crear: ${why}`
  throw new ApiError(400, {
    error: '',
    details: { issues: [{ field: 'category', reason: 'not_found', message }] },
  })
}

/** The first `MAX_IMAGES` pictures, at their stored address where they were fetched; alt texts that the file lacks stay. */
function imagesOf(images: Draft['images'], known: ProductRow['images'], { pictures }: Catalog) {
  return images?.slice(0, MAX_IMAGES).map(({ url, alt }) => {
    const here = pictures.get(url) ?? url
    return { url: here, alt: alt ?? known.find((one) => one.url === here)?.alt ?? null }
  })
}

const withoutUndefined = (body: object) =>
  Object.fromEntries(Object.entries(body).filter(([, value]) => value !== undefined))
