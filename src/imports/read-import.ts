import { isDeepStrictEqual } from 'node:util'
import { listCategoryNames } from '../categories/add-many.ts'
import { countRows } from '../core/database/count-rows.ts'
import type { Sql } from '../core/database/db.ts'
import { notFound } from '../core/errors/errors.ts'
import { fairQueue } from '../core/concurrency/fair-queue.ts'
import type { Page } from '../core/http/page.ts'
import { listDefinedGroups } from '../modifier-groups/add-many.ts'
import { toVariant, type ProductRow } from '../products/product.ts'
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

/**
 * Rows of several pages are read in turns of accounts, some kilobytes at a time: a page may have tens of megabytes, a hundred
 * products with a hundred variants before and after. Held whole, those of some accounts fill the memory and stop every shop.
 */
const inTurn = fairQueue({ running: 1, runningPerOwner: 1, waiting: 1_000, waitingPerOwner: 1_000 })
const MAX_SLICE = { bytes: 64 * 1024, rows: 25 }

type Rows = { sql: Sql; accountId: string; storeId: string; action?: Action | undefined } & Page
type OfImport = Pick<Import, 'id' | 'dryRun' | 'state'>

/** A page of an import's rows in the order of the file, each with its changed fields before and after; read as they are used. */
export async function listImportRows(
  { id, dryRun, state }: OfImport,
  { sql, accountId, storeId, action, limit, offset }: Rows,
): Promise<{ rows: AsyncGenerator<ImportedRow>; total: number }> {
  const condition = sql`
    store_id = ${storeId} and import_id = ${id} ${action === undefined ? sql`` : sql`and action = ${action}`}`
  const [lines, [count]] = await Promise.all([
    sql<{ line: number; bytes: number }[]>`
      select line, coalesce(pg_column_size(before), 0) + coalesce(pg_column_size(after), 0) as bytes
      from import_rows
      where ${condition}
      order by line
      limit ${limit} offset ${offset}`,
    sql<[{ total: number }]>`select count(*) as total from import_rows where ${condition}`,
  ])
  const isStored = !dryRun && ['done', 'undoing', 'undone'].includes(state)
  const read = (some: number[]) => sql<StoredRow[]>`
    select line, action, product_id, name, issues, before, after, kept
    from import_rows
    where store_id = ${storeId} and import_id = ${id} and line = any(${some}::int[])
    order by line`

  async function* rows() {
    for (const some of slices(lines))
      yield* await inTurn(accountId, async () => (await read(some)).map((row) => toRow(row, isStored)))
  }
  return { rows: rows(), total: count.total }
}

function slices(lines: { line: number; bytes: number }[]): number[][] {
  const found: number[][] = []
  let size = Infinity
  for (const { line, bytes } of lines) {
    size += bytes
    const current = found.at(-1)
    if (current && size <= MAX_SLICE.bytes && current.length < MAX_SLICE.rows) current.push(line)
    else {
      found.push([line])
      size = bytes
    }
  }
  return found
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
  variants.map((variant) => ({
    ...toVariant(variant, ofProduct),
    id: known.has(variant.id) ? variant.id : null,
  }))

/** The names of the store's categories and groups of extras by their ids, with those that a dry run would create. */
export async function readNames(sql: Sql, storeId: string, importId: string): Promise<Map<string, string>> {
  const [categories, groups, { result }] = await Promise.all([
    listCategoryNames(sql, storeId),
    listDefinedGroups(sql, storeId),
    findImport(sql, storeId, importId),
  ])
  const { newCategories = [], newModifierGroups = [] } = result
  const named = [...categories, ...groups, ...newCategories, ...newModifierGroups]
  return new Map(named.map(({ id, name }) => [id, name]))
}
