import { isDeepStrictEqual } from 'node:util'
import type { Tx } from '../core/database/db.ts'
import { setImmediate as nextTurn } from 'node:timers/promises'
import { nextSlug } from '../core/values/slug.ts'
import { truncated } from '../core/values/text.ts'
import { findSkuHolders } from '../products/codes.ts'
import type { ProductRow } from '../products/product.ts'
import { findProducts } from '../products/write-many.ts'
import { LOSSES, type Draft } from './draft.ts'
import { claimSkus, skusOfDrafts } from './draft-codes.ts'
import { slugOfDraft, evaluateDraft, type Catalog } from './evaluate.ts'
import { productFields, type Action, type Dropped, type ImportRow, type EvaluatedRow } from './import.ts'
import { draftOfGroup, type ParsedFile } from './parse-file.ts'

/** Products per batch. */
export const BATCH = 50

/** Compares every product of a file with the store, stores the result of each, and counts the actions and what is lost. */
export async function evaluateFile(
  tx: Tx,
  { storeId, id, isDryRun }: ImportRow,
  file: ParsedFile,
  catalog: Catalog,
): Promise<{ counts: Record<Action, number>; dropped: Dropped[] }> {
  const counts = { new: 0, changed: 0, unchanged: 0, refused: 0 }
  const dropped = new Map<string, Dropped>()
  const claimed = {
    slugs: new Set<string>(),
    ids: new Set<string>(),
    skus: new Set<string>(),
    lastSuffixes: new Map<string, number>(),
  }
  for (let from = 0; from < file.groups.length; from += BATCH) {
    const drafts: Draft[] = []
    for (const group of file.groups.slice(from, from + BATCH)) {
      drafts.push(draftOfGroup(file, group))
      await nextTurn() // other requests are served between two products: one may have hundreds of rows
    }
    const rows = await evaluateBatch(drafts, file, catalog, claimed)
    for (const row of rows) {
      counts[row.action]++
      countLosses(dropped, row)
    }
    await insertRows(tx, storeId, id, isDryRun ? rows.map(withDifferences) : rows)
  }
  return { counts, dropped: LOSSES.flatMap((loss) => dropped.get(loss) ?? []) }
}

function countLosses(dropped: Map<string, Dropped>, { line, losses }: EvaluatedRow): void {
  for (const reason of losses) {
    const { products, ...first } = dropped.get(reason) ?? { reason, products: 0, line }
    dropped.set(reason, { ...first, products: products + 1 })
  }
}

/** `lastSuffixes`: the highest suffix tried for each slug, so that many products of the same name don't each search from 2. */
type UsedKeys = { slugs: Set<string>; ids: Set<string>; skus: Set<string>; lastSuffixes: Map<string, number> }

async function evaluateBatch(drafts: Draft[], { dialect }: ParsedFile, catalog: Catalog, claimed: UsedKeys) {
  const candidates = drafts.map((draft) => ({
    draft,
    ...claimSlug(draft, slugOfDraft(draft, dialect), claimed),
  }))
  const ids = drafts.flatMap(({ id }) => id ?? [])
  const known = await findProducts(catalog.tx, catalog.storeId, {
    ids,
    slugs: candidates.map(({ slug }) => slug),
  })
  const byId = new Map(known.map((product) => [product.id, product]))
  const bySlug = new Map(known.map((product) => [product.slug, product]))
  const holders = await findSkuHolders(catalog.tx, catalog.storeId, skusOfDrafts(drafts))
  const rows: EvaluatedRow[] = []
  for (const { draft, slug, isSlugUsed } of candidates) {
    const before = byId.get(draft.id ?? '') ?? bySlug.get(slug)
    claimSkus(draft, before, holders, claimed.skus, dialect)
    const evaluated = await evaluateDraft(draft, slug, before, dialect, catalog)
    const holder = bySlug.get(evaluated.after?.slug ?? '')
    const isTaken = holder !== undefined && holder.id !== before?.id
    const isDuplicate = before ? claimed.ids.has(before.id) : isSlugUsed
    rows.push(isTaken || isDuplicate ? rejected(evaluated, slug, isDuplicate) : evaluated)
    if (before) claimed.ids.add(before.id)
    await nextTurn()
  }
  return rows
}

/** Two products with the same name get the slugs that they would get if they were created one after the other. */
function claimSlug({ slug: given }: Draft, preferred: string, { slugs, lastSuffixes }: UsedKeys) {
  const isTaken = slugs.has(preferred)
  if (given !== undefined || !isTaken) {
    slugs.add(preferred)
    return { slug: preferred, isSlugUsed: isTaken }
  }
  const { slug, suffix } = nextSlug(preferred, slugs, lastSuffixes.get(preferred))
  lastSuffixes.set(preferred, suffix)
  slugs.add(slug)
  return { slug, isSlugUsed: false }
}

function rejected(row: EvaluatedRow, slug: string, isTwice: boolean): EvaluatedRow {
  const shown = truncated(slug, 120)
  const message = isTwice
    ? `El mismo producto (${shown}) está más de una vez en el archivo`
    : `Otro producto ya tiene la dirección ${shown}`
  const issues = [{ field: 'slug', reason: 'duplicate', message }]
  return { ...row, action: 'refused', issues, before: null, after: null, losses: [] }
}

/**
 * Of a product that changes, what changes; its price, too, which variants without one follow. Without it a dry run of 10,000 products
 * stores each of them twice, as the import itself does.
 */
function withDifferences(row: EvaluatedRow): object {
  const { before, after } = row
  if (!before || !after) return row
  const changed = productFields.filter((field) => !isDeepStrictEqual(before[field], after[field]))
  const shown = (product: ProductRow) =>
    Object.fromEntries(['price' as const, ...changed].map((field) => [field, product[field]]))
  return { ...row, before: shown(before), after: shown(after) }
}

async function insertRows(tx: Tx, storeId: string, importId: string, rows: object[]) {
  await tx`
    insert into import_rows (store_id, import_id, line, action, product_id, name, issues, before, after)
    select ${storeId}, ${importId}, line, action, "productId", name, issues, before, after
    from jsonb_to_recordset(${tx.json(rows)}) as rows (
      line integer, action text, "productId" text, name text, issues jsonb, before jsonb, after jsonb
    )`
}
