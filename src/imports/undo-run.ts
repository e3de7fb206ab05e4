import { isDeepStrictEqual } from 'node:util'
import { linkUndo } from '../changes/link-undo.ts'
import { removeUnusedCategories } from '../categories/add-many.ts'
import type { Tx } from '../core/database/db.ts'
import { extendImageExpiry } from '../products/images.ts'
import { findSkuHolders, skusOf, type SkuHolder } from '../products/codes.ts'
import type { ProductRow, StoredVariant } from '../products/product.ts'
import { changeProducts, deleteProducts, findProducts, type Change } from '../products/write-many.ts'
import { lockCatalog } from '../stores/catalog-version.ts'
import { BATCH } from './evaluate-file.ts'
import { productFields, type ImportRow, type ProductField, type Result } from './import.ts'
import { storedPicturesOf, withPictures } from './pictures.ts'
import {
  isStockLost,
  readStockMoves,
  restoreVariants,
  stockOf,
  withStockBefore,
  type StockMoves,
} from './undo-stock.ts'
import { notUndoable } from './undo.ts'

type Row = { line: number; productId: string; before: ProductRow | null; after: ProductRow }

/**
 * Undoes an import: new products are marked as deleted, changed fields get their former value. A field that was changed since
 * keeps its value, and is listed in the `kept` of its row. The import's difference in stock is subtracted, unless the stock was
 * set by hand since.
 * @throws 409 `IMPORT_NOT_UNDOABLE` once its change was undone by itself
 */
export async function runUndo(tx: Tx, job: ImportRow): Promise<Result> {
  const { storeId, id, result } = job
  await lockCatalog(tx, storeId)
  if (await isChangeUndone(tx, storeId, id)) throw notUndoable()
  const effects: ImportEffects = {
    pictures: await storedPicturesOf(tx, storeId, id),
    stock: await readStockMoves(tx, storeId, id),
  }
  const undo = { restored: 0, deleted: 0, kept: 0 }
  const varied: Change[] = []
  let line = 0
  for (;;) {
    const rows = await tx<Row[]>`
      select line, product_id, before, after
      from import_rows
      where store_id = ${storeId} and import_id = ${id} and line > ${line} and action in ('new', 'changed')
      order by line
      limit ${BATCH}`
    if (rows.length === 0) break
    line = rows.at(-1)!.line
    const done = await undoBatch(tx, storeId, id, rows, effects)
    undo.deleted += done.deleted
    undo.restored += done.changes.length
    undo.kept += done.kept
    varied.push(
      ...done.changes.filter(({ before, after }) => !isDeepStrictEqual(before.variants, after.variants)),
    )
  }
  await restoreVariants(tx, storeId, varied, effects.stock)
  const added = (result.newCategories ?? []).map((category) => category.id)
  if (added.length > 0) await removeUnusedCategories(tx, storeId, added)
  await linkUndo(tx, storeId, { id, undoes: null })
  return { ...result, undo }
}

async function isChangeUndone(tx: Tx, storeId: string, id: string): Promise<boolean> {
  const [change] = await tx`
    select 1 from changes where store_id = ${storeId} and id = ${id} and undone_by is not null`
  return change !== undefined
}

/** What an import changed beside its rows: the pictures it stored and the stock it set. */
type ImportEffects = { pictures: Map<string, string>; stock: StockMoves }

async function undoBatch(tx: Tx, storeId: string, importId: string, rows: Row[], made: ImportEffects) {
  const slugs = rows.flatMap(({ before }) => before?.slug ?? [])
  const found = await findProducts(tx, storeId, { ids: rows.map(({ productId }) => productId), slugs })
  const present = new Map(found.map((product) => [product.id, product]))
  const categories = await existingCategories(tx, storeId, rows)
  const holders = await findSkuHolders(
    tx,
    storeId,
    rows.flatMap(({ before }) => (before ? skusOf(before) : [])),
  )
  const gone: string[] = []
  const changes: Change[] = []
  const kept: { line: number; kept: string[] }[] = []
  for (const { line, productId, before, after } of rows) {
    const now = present.get(productId)
    const changed = now ? fieldsChangedSince(before, withPictures(after, made.pictures), now) : ['deletedAt']
    const isTaken = found.some((product) => product.id !== productId && product.slug === before?.slug)
    if (now && before && isTaken && before.slug !== after.slug) changed.push('slug')
    if (now && before) changed.push(...fieldsWithTakenSkus(before, holders))
    if (now && before && before.categoryId && !categories.has(before.categoryId)) changed.push('categoryId')
    if (now && !before && changed.length === 0) gone.push(productId)
    if (now && before && isStockLost(stockOf(now.variants), made.stock)) changed.push('stock')
    if (changed.length > 0) kept.push({ line, kept: [...new Set(changed)] })
    if (!now || !before) continue
    const restored = restoredRow(before, after, now, new Set(changed), made.stock)
    if (!isDeepStrictEqual(restored, now)) changes.push({ before: now, after: restored })
  }
  if (gone.length > 0) await deleteProducts(tx, storeId, gone)
  await extendImageExpiry(tx, storeId, changes)
  if (changes.length > 0) await changeProducts(tx, storeId, changes)
  if (kept.length > 0) await saveKeptFields(tx, storeId, importId, kept)
  return { changes, deleted: gone.length, kept: kept.length }
}

/** The fields that the import wrote and that have another value now. */
function fieldsChangedSince(before: ProductRow | null, after: ProductRow, now: ProductRow): string[] {
  const written = productFields.filter((field) => !before || !isSame(field, before, after))
  const changed = written.filter((field) => !isSame(field, after, now))
  // Prices and variants are validated together: they are restored together, or not at all.
  const isRepriced = prices.some((field) => !isSame(field, after, now))
  return isRepriced ? [...changed, ...written.filter((field) => prices.includes(field))] : changed
}

/** The fields with SKUs that another product has by now. */
function fieldsWithTakenSkus({ id, sku, variants }: ProductRow, holders: SkuHolder[]): ProductField[] {
  const taken = new Set(holders.flatMap((holder) => (holder.productId === id ? [] : holder.sku)))
  const isTaken = (code: string | null | undefined) => Boolean(code) && taken.has(code!)
  return [
    ...(isTaken(sku) ? (['sku'] as const) : []),
    ...(variants.some((variant) => isTaken(variant.sku)) ? prices : []),
  ]
}

const prices: ProductField[] = ['price', 'comparePrice', 'options', 'variants']

/** Stock is not compared, because orders change it; it is restored by itself. */
function isSame(field: ProductField, one: ProductRow, other: ProductRow): boolean {
  if (field !== 'variants') return isDeepStrictEqual(one[field] ?? null, other[field] ?? null) // rows may be older than a field
  return isDeepStrictEqual(withoutStock(one.variants), withoutStock(other.variants))
}

const withoutStock = (variants: StoredVariant[]) => variants.map((variant) => ({ ...variant, stock: null }))

function restoredRow(
  before: ProductRow,
  after: ProductRow,
  now: ProductRow,
  changed: Set<string>,
  moves: StockMoves,
): ProductRow {
  const restoredFields = productFields.filter((field) => !changed.has(field) && !isSame(field, before, after))
  const restored = { ...now, ...Object.fromEntries(restoredFields.map((field) => [field, before[field]])) }
  const variants = withStockBefore(restored.variants, stockOf(now.variants), moves)
  return { ...restored, variants, imageUrl: restored.images[0]?.url ?? null }
}

async function existingCategories(tx: Tx, storeId: string, rows: Row[]): Promise<Set<string>> {
  const ids = rows.flatMap(({ before }) => before?.categoryId ?? [])
  const found = await tx<{ id: string }[]>`
    select id from categories where store_id = ${storeId} and id = any(${ids}::text[])`
  return new Set(found.map(({ id }) => id))
}

async function saveKeptFields(
  tx: Tx,
  storeId: string,
  importId: string,
  kept: { line: number; kept: string[] }[],
) {
  await tx`
    update import_rows
    set kept = noted.kept
    from jsonb_to_recordset(${tx.json(kept)}) as noted (line integer, kept jsonb)
    where store_id = ${storeId} and import_id = ${importId} and import_rows.line = noted.line`
}
