import { t } from '../../core/texts/text.ts'
import { isDeepStrictEqual } from 'node:util'
import { setImmediate as nextTurn } from 'node:timers/promises'
import type { Tx } from '../../core/database/db.ts'
import { ApiError, invalid, invalidAll, issuesIn, type Issue } from '../../core/errors/errors.ts'
import { nextSlug, slugOf } from '../../core/values/slug.ts'
import { slugify, truncated } from '../../core/values/text.ts'
import { findSkuHolders, skusOf } from '../products/codes.ts'
import type { ProductRow } from '../products/product.ts'
import { changedRowOfBody, findByIdOrSlug, newRowOfBody } from '../products/write-many.ts'
import { bodyOfDraft, type Named } from './body-of-draft.ts'
import { skusOfDrafts, withOwnSkus } from './draft-codes.ts'
import { draftOf } from './draft-of-rows.ts'
import type { Draft, ProductFile } from './draft.ts'
import type { Format } from './formats/format.ts'
import {
  isResumed,
  comparedFields,
  type Dropped,
  type EvaluatedRow,
  type ImportRow,
  type Result,
} from './import.ts'
import { LOSSES } from './losses.ts'
import { withStoredPictures } from './pictures.ts'
import { toStored } from './stored-message.ts'

export const PRODUCTS_A_BATCH = 50

export type Catalog = Named & { tx: Tx; storeId: string; digits: number }

export async function draftsOf(file: ProductFile): Promise<Draft[]> {
  const drafts: Draft[] = []
  for (const rows of file.products) {
    drafts.push(draftOf(rows, file))
    await nextTurn() // other requests are served between two products: one may have hundreds of rows
  }
  return drafts
}

export type Candidate = { draft: Draft; slug: string; isSlugUsed: boolean }

/**
 * Compares every product of a file with the store, stores the result of each, and counts the actions and what is lost. Of an
 * import that is resumed only refused products are stored, because the others are evaluated again when they are written.
 */
export async function evaluateFile(
  job: ImportRow,
  file: ProductFile,
  drafts: Draft[],
  catalog: Catalog,
): Promise<Required<Pick<Result, 'counts' | 'ambiguousCells' | 'dropped'>> & { accepted: Candidate[] }> {
  const counts = { new: 0, changed: 0, unchanged: 0, refused: 0 }
  const dropped = new Map<string, Dropped>()
  const accepted: Candidate[] = []
  const claimed = noClaims()
  for (let from = 0; from < drafts.length; from += PRODUCTS_A_BATCH) {
    const some = await withStoredPictures(
      catalog.tx,
      job.storeId,
      drafts.slice(from, from + PRODUCTS_A_BATCH),
    )
    const candidates = some.map((draft) => ({ draft, ...claimSlug(draft, file.format, claimed) }))
    const evaluated = await evaluateBatch(candidates, file, catalog, claimed)
    for (const { row, candidate } of evaluated) {
      counts[row.action]++
      countLosses(dropped, row)
      if (row.action !== 'refused') accepted.push(candidate)
    }
    const rows = evaluated.map(({ row }) => row)
    const kept = isResumed(job) ? rows.filter(({ action }) => action === 'refused') : rows
    await insertRows(catalog.tx, job, kept.map(withDifferences))
  }
  const ambiguous = drafts.flatMap(({ issues }) => issues).filter(({ reason }) => reason === 'ambiguous')
  return {
    counts,
    ambiguousCells: ambiguous.length,
    dropped: LOSSES.flatMap((loss) => dropped.get(loss) ?? []),
    accepted,
  }
}

function countLosses(dropped: Map<string, Dropped>, { line, losses }: EvaluatedRow): void {
  for (const reason of losses) {
    const { products, ...first } = dropped.get(reason) ?? { reason, products: 0, line }
    dropped.set(reason, { ...first, products: products + 1 })
  }
}

/**
 * What the products of the file so far are known by. `slugs`: with the highest suffix that was tried for each, so that many
 * products of the same name don't each search from 2.
 */
type Claimed = { slugs: Map<string, number>; ids: Set<string>; skus: Set<string> }

/** Other requests are served that often, not after each product: writers of the catalog wait for an import's turns. */
const MAX_TURN_MS = 20

const noClaims = (): Claimed => ({ slugs: new Map(), ids: new Set(), skus: new Set() })

/** The result of each candidate, with the candidate as the file so far leaves it. */
export async function evaluateBatch(
  candidates: Candidate[],
  file: ProductFile,
  catalog: Catalog,
  claimed = noClaims(),
): Promise<{ row: EvaluatedRow; candidate: Candidate }[]> {
  const { tx, storeId } = catalog
  const known = await findByIdOrSlug(tx, storeId, {
    ids: candidates.flatMap(({ draft }) => draft.id ?? []),
    slugs: candidates.map(({ slug }) => slug),
  })
  const byId = new Map(known.map((product) => [product.id, product]))
  const bySlug = new Map(known.map((product) => [product.slug, product]))
  const skus = skusOfDrafts(candidates.map(({ draft }) => draft))
  const holders = await findSkuHolders(tx, storeId, skus)
  const evaluated: { row: EvaluatedRow; candidate: Candidate }[] = []
  let since = performance.now()
  for (const { draft: written, slug, isSlugUsed } of candidates) {
    const before = byId.get(written.id ?? '') ?? bySlug.get(slug)
    const taken = new Set(holders.flatMap(({ sku, productId }) => (productId === before?.id ? [] : sku)))
    const draft = withOwnSkus(written, before, { taken, claimed: claimed.skus }, file.format)
    const row = await evaluateDraft({ draft, slug }, before, file, catalog)
    const holder = bySlug.get(row.after?.slug ?? '')
    const isTaken = holder !== undefined && holder.id !== before?.id
    const isSlugOfOther = isSlugUsed && before?.slug !== slug
    const isDuplicate = isSlugOfOther || (before !== undefined && claimed.ids.has(before.id))
    const candidate = { draft, slug, isSlugUsed }
    evaluated.push({ row: isTaken || isDuplicate ? refused(row, slug, isDuplicate) : row, candidate })
    if (before) claimed.ids.add(before.id)
    if (performance.now() - since < MAX_TURN_MS) continue
    await nextTurn()
    since = performance.now()
  }
  return evaluated
}

/**
 * The slug that finds a product of the file in the store, and that a new one gets. Two products with the same name get those that
 * they would get if they were created one after the other.
 */
function claimSlug(draft: Draft, format: Format, { slugs }: Claimed): { slug: string; isSlugUsed: boolean } {
  const slug = slugOfDraft(draft, format)
  const last = slugs.get(slug)
  if (draft.slug !== undefined || last === undefined) {
    slugs.set(slug, last ?? 1)
    return { slug, isSlugUsed: last !== undefined }
  }
  const next = nextSlug(slug, slugs, last)
  slugs.set(slug, next.suffix).set(next.slug, 1)
  return { slug: next.slug, isSlugUsed: false }
}

function slugOfDraft({ slug, name = '' }: Draft, format: Format): string {
  if (!slug) return slugOf(name, 'producto')
  return format.isOwn ? slug : slugify(slug) || slug
}

function refused(row: EvaluatedRow, slug: string, isTwice: boolean): EvaluatedRow {
  const shown = truncated(slug, 120)
  const message = isTwice
    ? t('El mismo producto ({shown}) está más de una vez en el archivo', { shown })
    : t('Otro producto ya tiene la dirección {shown}', { shown })
  const issues = [{ field: 'slug', reason: 'duplicate', message }]
  return { ...row, action: 'refused', issues, before: null, after: null, losses: [] }
}

const MAX_ISSUES = 20
/** Characters of a name that is stored with its row, which may be too long for a product. */
const MAX_NAME = 200

async function evaluateDraft(
  { draft, slug }: Pick<Candidate, 'draft' | 'slug'>,
  before: ProductRow | undefined,
  file: ProductFile,
  catalog: Catalog,
): Promise<EvaluatedRow> {
  const name = (draft.name && truncated(draft.name, MAX_NAME)) ?? before?.name ?? null
  const row = { line: draft.line, name, issues: [], before: null, after: null, losses: [] }
  try {
    if (draft.issues.length > 0) throw invalidAll(draft.issues as [Issue, ...Issue[]])
    const after = await rowAfter({ draft, slug }, before, file, catalog)
    requireDistinctSkus(after)
    const productId = after.id
    if (isDeepStrictEqual(after, before)) return { ...row, action: 'unchanged', productId }
    const losses = [...draft.losses, ...catalog.categories.lossesOf(draft.category ?? '', after.categoryId)]
    return before
      ? { ...row, action: 'changed', productId, before, after, losses }
      : { ...row, action: 'new', productId, after, losses }
  } catch (error) {
    const issues = error instanceof ApiError ? issuesIn(error) : []
    if (issues.length === 0) throw error
    return { ...row, action: 'refused', productId: before?.id ?? null, issues: issues.slice(0, MAX_ISSUES) }
  }
}

async function rowAfter(
  { draft, slug }: Pick<Candidate, 'draft' | 'slug'>,
  before: ProductRow | undefined,
  file: ProductFile,
  { tx, storeId, digits, ...named }: Catalog,
): Promise<ProductRow> {
  const body = await bodyOfDraft(draft, before, file, named)
  if (before) return changedRowOfBody(tx, storeId, { before, body, digits })
  const added = await newRowOfBody(tx, storeId, { ...body, slug }, digits)
  return { ...added, createdAt: '', updatedAt: '' }
}

/** An inactive variant that the file does not have may have the SKU of another one. @throws 400 */
function requireDistinctSkus(row: ProductRow) {
  const repeated = skusOf(row).find((sku, n, all) => all.indexOf(sku) < n)
  if (repeated === undefined) return
  throw invalid('variants', 'duplicate', t('El SKU {sku} está dos veces en este producto', { sku: repeated }))
}

/**
 * Of a product that changes, what changes; its price, too, which variants without one follow. Without it a dry run of 10,000 products
 * stores each of them twice, as the import itself does.
 */
function withDifferences(row: EvaluatedRow): NewRow {
  const { before, after } = row
  if (!before || !after) return row
  const changed = comparedFields.filter((field) => !isDeepStrictEqual(before[field], after[field]))
  const shown = (product: ProductRow) =>
    Object.fromEntries(['price' as const, ...changed].map((field) => [field, product[field]]))
  return { ...row, before: shown(before), after: shown(after) }
}

type NewRow = Omit<EvaluatedRow, 'before' | 'after'> & { before: object | null; after: object | null }

export async function insertRows(tx: Tx, { storeId, id }: ImportRow, rows: NewRow[]) {
  const stored = rows.map((row) => ({
    ...row,
    issues: row.issues.map((issue) => ({ ...issue, ...toStored(issue.message) })),
  }))
  await tx`
    insert into import_rows (store_id, import_id, line, action, product_id, name, issues, before, after)
    select ${storeId}, ${id}, line, action, "productId", name, issues, before, after
    from jsonb_to_recordset(${tx.json(stored)}) as rows (
      line integer, action text, "productId" text, name text, issues jsonb, before jsonb, after jsonb
    )
    on conflict (store_id, import_id, line) do nothing -- of an import that is resumed`
}
