import { isDeepStrictEqual } from 'node:util'
import { categoryName } from '../categories/add-many.ts'
import type { Tx } from '../core/database/db.ts'
import { ApiError, invalid, type Issue, issuesIn } from '../core/errors/errors.ts'
import { slugOf } from '../core/values/slug.ts'
import { truncated, slugify } from '../core/values/text.ts'
import { skusOf } from '../products/codes.ts'
import { productTexts } from '../products/fields.ts'
import { MAX_IMAGES } from '../products/images.ts'
import type { ProductRow } from '../products/product.ts'
import { changedRowOfBody, newRowOfBody } from '../products/write-many.ts'
import type { FindCategory } from './category-names.ts'
import type { Dialect, Draft } from './draft.ts'
import { categoryLosses } from './losses.ts'
import type { FindGroups } from './file-groups.ts'
import type { EvaluatedRow } from './import.ts'
import { resolvePrices } from './resolve-prices.ts'

export type Catalog = {
  tx: Tx
  storeId: string
  currency: string
  digits: number
  findCategory: FindCategory
  findGroups: FindGroups
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
/** Characters of a name that is stored with its row, which may be too long for a product. */
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
    const after = await rowAfter(draft, slug, before, dialect, catalog)
    requireDistinctSkus(after)
    if (isDeepStrictEqual(after, before)) return { ...row, action: 'unchanged', productId: after.id }
    const losses = lossesOf(draft, after, dialect, catalog)
    return before
      ? { ...row, action: 'changed', productId: after.id, before, after, losses }
      : { ...row, action: 'new', productId: after.id, after, losses }
  } catch (error) {
    const issues = error instanceof ApiError ? issuesIn(error) : []
    if (issues.length === 0) throw error
    return { ...row, action: 'refused', productId: before?.id ?? null, issues: issues.slice(0, MAX_ISSUES) }
  }
}

/** The row as the API's own routes would store it. @throws 400 */
async function rowAfter(
  draft: Draft,
  slug: string,
  before: ProductRow | undefined,
  dialect: Dialect,
  catalog: Catalog,
): Promise<ProductRow> {
  const { tx, storeId, digits } = catalog
  const modifierGroupIds = await groupIdsOf(draft, before?.modifierGroupIds ?? [], catalog)
  const body = withoutUndefined({ ...bodyOf(draft, before ?? null, dialect, catalog), modifierGroupIds })
  if (before) return changedRowOfBody(tx, storeId, before, body, digits)
  const added = await newRowOfBody(tx, storeId, { ...body, slug }, digits)
  return { ...added, createdAt: '', updatedAt: '' }
}

function lossesOf(draft: Draft, { categoryId }: ProductRow, dialect: Dialect, { categoryNames }: Catalog) {
  const name = categoryNames.get(categoryId ?? '')
  return [...draft.losses, ...categoryLosses(draft.category ?? '', name, dialect)]
}

/** The pictures of variants at their stored address where one was fetched already. */
function withStoredPictures(draft: Draft, { pictures }: Catalog): Draft {
  const storedUrl = (url: string | null | undefined) => (url ? (pictures.get(url) ?? url) : url)
  const variants = draft.variants?.map((variant) => ({ ...variant, imageUrl: storedUrl(variant.imageUrl) }))
  return { ...draft, variants }
}

/** An inactive variant that the file does not have may have the SKU of another one. @throws 400 */
function requireDistinctSkus(row: ProductRow) {
  const repeated = skusOf(row).find((sku, n, all) => all.indexOf(sku) < n)
  if (repeated === undefined) return
  throw invalid('variants', 'duplicate', `El SKU ${repeated} está dos veces en este producto`)
}

function throwIssues(issues: Issue[]) {
  if (issues.length === 0) return
  throw new ApiError(400, { error: '', details: { issues } })
}

/** The body of the request that would add the product, or change the stored one. */
function bodyOf(draft: Draft, before: ProductRow | null, dialect: Dialect, catalog: Catalog) {
  const prices = resolvePrices(draft, before, dialect.format)
  if (!before && prices.price === undefined && draft.missingPrice) throwIssues([draft.missingPrice])
  return withoutUndefined({
    ...prices,
    ...Object.fromEntries(productTexts.map((name) => [name, draft[name]])),
    name: draft.name,
    slug: dialect.format === 'vitrina' ? draft.slug : undefined,
    description: draft.description,
    categoryId: categoryIdOf(draft.category, before?.categoryId ?? null, catalog),
    isActive: draft.isActive,
    images: imagesOf(draft.images, before?.images ?? [], catalog),
    options: optionsOf(draft, before, dialect),
  })
}

/** The file's options, with the stored values that no variant uses, because only our own format can list them. */
function optionsOf({ options, variants }: Draft, before: ProductRow | null, { format, fields }: Dialect) {
  if (!before || (format === 'vitrina' && fields.has('option1Values'))) return options
  if (variants?.length === 0) return format === 'vitrina' ? [] : undefined
  const used = new Set(
    before.variants.flatMap(({ isActive, optionValues }) => (isActive ? optionValues : [])),
  )
  return options?.map(({ name, values }) => {
    const known = before.options.find((one) => one.name === name)?.values ?? []
    const left = known.filter((value) => values.includes(value) || !used.has(value))
    return { name, values: [...left, ...values.filter((value) => !left.includes(value))] }
  })
}

function categoryIdOf(name: string | undefined, present: string | null, { findCategory }: Catalog) {
  if (name === undefined) return undefined
  if (name === '') return null
  const found = findCategory(name, present)
  if (found) return found.id
  const why =
    categoryName(name) === null ? 'su nombre no es válido' : 'falta el permiso para crear categorías'
  const message = `La categoría «${truncated(name, 80)}» no existe y no se puede crear: ${why}`
  throw new ApiError(400, {
    error: '',
    details: { issues: [{ field: 'category', reason: 'not_found', message }] },
  })
}

const groupIdsOf = async (
  { modifierGroups, groupDefinitions }: Draft,
  present: string[],
  { findGroups }: Catalog,
) => modifierGroups && findGroups(modifierGroups, groupDefinitions ?? '', present)

/** The first `MAX_IMAGES` pictures, at their stored address where they were fetched; alt texts that the file lacks stay. */
function imagesOf(images: Draft['images'], known: ProductRow['images'], { pictures }: Catalog) {
  return images?.slice(0, MAX_IMAGES).map(({ url, alt }) => {
    const here = pictures.get(url) ?? url
    return { url: here, alt: alt ?? known.find((one) => one.url === here)?.alt ?? null }
  })
}

const withoutUndefined = (body: object) =>
  Object.fromEntries(Object.entries(body).filter(([, value]) => value !== undefined))
