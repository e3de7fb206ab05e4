import { isDeepStrictEqual } from 'node:util'
import { listCategoryNames } from '../categories/add-many.ts'
import { countRows } from '../core/database/count-rows.ts'
import type { Sql } from '../core/database/db.ts'
import { notFound } from '../core/errors/errors.ts'
import { fairQueue } from '../core/concurrency/fair-queue.ts'
import type { Page } from '../core/http/page.ts'
import type { ProductRow } from '../products/product.ts'
import {
  importColumns,
  productFields,
  toImport,
  type Action,
  type EvaluatedRow,
  type Import,
  type ImportRow,
  type ProductField,
} from './import.ts'
import { countPictures } from './pictures.ts'

const NO_PICTURES = { total: 0, stored: 0, failed: 0 }

/** @throws 404 */
export async function findImport(sql: Sql, storeId: string, id: string): Promise<ImportRow> {
  const [row] = await sql<ImportRow[]>`
    select ${importColumns(sql)} from imports where store_id = ${storeId} and id = ${id}`
  if (!row) throw notFound('La importación')
  return row
}

/** @throws 404 */
export async function readOneImport(sql: Sql, storeId: string, id: string): Promise<Import> {
  const row = await findImport(sql, storeId, id)
  const pictures = await countPictures(sql, storeId, [id])
  return toImport(row, pictures.get(id) ?? NO_PICTURES)
}

/** The imports of a store, the newest first. */
export async function selectImports(sql: Sql, storeId: string, { limit, offset }: Page) {
  const [rows, total] = await Promise.all([
    sql<ImportRow[]>`
      select ${importColumns(sql)}
      from imports
      where store_id = ${storeId}
      order by created_at desc, id desc
      limit ${limit} offset ${offset}`,
    countRows(sql, 'imports', storeId),
  ])
  const pictures = await countPictures(
    sql,
    storeId,
    rows.map(({ id }) => id),
  )
  return { data: rows.map((row) => toImport(row, pictures.get(row.id) ?? NO_PICTURES)), total }
}

type StoredRow = EvaluatedRow & { kept: string[] | null }

// Bounds memory: a page may hold a hundred products with a hundred variants, before and after, in tens of megabytes. By store,
// so that one shop's pages leave room for the others'.
const readQueue = fairQueue({ running: 2, runningPerOwner: 1, waiting: 64, waitingPerOwner: 8 })

/**
 * The rows of an import in the order of the file, each with its changed fields before and after.
 * @throws QueueFull when too many pages wait
 */
export function listImportRows(...args: Parameters<typeof readRows>): ReturnType<typeof readRows> {
  const [, storeId] = args
  return readQueue(storeId, () => readRows(...args))
}

async function readRows(
  sql: Sql,
  storeId: string,
  { id, dryRun, state }: Pick<Import, 'id' | 'dryRun' | 'state'>,
  { action, limit, offset }: Page & { action?: Action | undefined },
) {
  const isStored = !dryRun && ['done', 'undoing', 'undone'].includes(state)
  const condition = sql`
    store_id = ${storeId} and import_id = ${id} ${action === undefined ? sql`` : sql`and action = ${action}`}`
  const [rows, [count]] = await Promise.all([
    sql<StoredRow[]>`
      select line, action, product_id, name, issues, before, after, kept
      from import_rows
      where ${condition}
      order by line
      limit ${limit} offset ${offset}`,
    sql<[{ total: number }]>`select count(*) as total from import_rows where ${condition}`,
  ])
  return { data: rows.map((row) => toRow(row, isStored)), total: count.total }
}

export type ImportedRow = ReturnType<typeof toRow>
export type FieldChange = ImportedRow['changes'][number]
export type ImportedVariant = ReturnType<typeof publicVariants>[number]

/** Hides the ids of what a dry run would create: the import itself will give others. */
function toRow({ line, action, productId, name, issues, before, after, kept }: StoredRow, isStored: boolean) {
  const isSame = (field: ProductField) => before !== null && isDeepStrictEqual(before[field], after?.[field])
  const changes = after ? productFields.filter((field) => !isSame(field)) : []
  const known = new Set([before, isStored ? after : null].flatMap((one) => idsOf(one?.variants ?? [])))
  return {
    line,
    action,
    productId: action === 'new' && !isStored ? null : productId,
    name,
    issues,
    changes: changes.map((field) => ({
      field,
      before: before && publicValue(field, before, known),
      after: publicValue(field, after!, known),
    })),
    kept: kept ?? [],
  }
}

/** As the API shows it. */
const publicValue = (field: ProductField, row: ProductRow, known: ReadonlySet<string>): unknown =>
  field === 'variants' ? publicVariants(row, known) : row[field]

const idsOf = (variants: ProductRow['variants']) => variants.map(({ id }) => id)

const publicVariants = ({ variants, price: ofProduct }: ProductRow, known: ReadonlySet<string>) =>
  variants.map(({ id, name, price, isActive, optionValues, imageUrl, stock }) => ({
    id: known.has(id) ? id : null,
    name,
    price: price ?? ofProduct,
    isActive,
    optionValues,
    imageUrl,
    stock,
  }))

/** The names of the store's categories by their ids, with those that a dry run would create. */
export async function readCategoryNames(
  sql: Sql,
  storeId: string,
  importId: string,
): Promise<Map<string, string>> {
  const [known, { result }] = await Promise.all([
    listCategoryNames(sql, storeId),
    findImport(sql, storeId, importId),
  ])
  return new Map([...known, ...(result.newCategories ?? [])].map(({ id, name }) => [id, name]))
}
