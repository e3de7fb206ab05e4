import { requireCapacity } from '../billing/plans.ts'
import { addCategories, categoryName, listCategoryNames } from '../categories/add-many.ts'
import type { Db, Sql, Tx } from '../core/database/db.ts'
import { ApiError } from '../core/errors/errors.ts'
import { addProducts, changeProducts, changeVariants, readProductCapacity } from '../products/write-many.ts'
import type { ProductRow } from '../products/product.ts'
import { lockVariants } from '../products/variants.ts'
import { lockCatalog } from '../stores/catalog-version.ts'
import { categoryFinder, missingCategories } from './category-names.ts'
import type { Catalog } from './evaluate.ts'
import { BATCH, evaluateFile } from './evaluate-file.ts'
import { groupsOfFile } from './file-groups.ts'
import type { ImportRow, EvaluatedRow, Result } from './import.ts'
import { findStoredPictures, queuePictures } from './pictures.ts'
import { parseProductFile, type ParsedFile } from './parse-file.ts'

/** Thrown when the process stops: the import rolls back, and the next process starts it again. */
export class Interrupted extends Error {
  override name = 'Interrupted'
}

type IsStopping = () => boolean

/** Reads the file of an import, outside of any transaction. @throws 400 */
export async function readImport(sql: Db, { storeId, fileId, columnMap }: ImportRow): Promise<ParsedFile> {
  const [found] = await sql<{ body: Buffer; currency: string; currencyDigits: number }[]>`
    select body, currency, currency_digits
    from import_files
    cross join (select currency, currency_digits from stores where id = ${storeId}) as store
    where store_id = ${storeId} and id = ${fileId}`
  return parseProductFile(found!.body, columnMap, found!)
}

/**
 * Compares the products of a file with those of the store and, unless it is a dry run, stores all of them or none, in the given
 * transaction and under the catalog's lock. @throws 403 `PLAN_LIMIT_REACHED`, Interrupted
 */
export async function runImport(
  tx: Tx,
  job: ImportRow,
  file: ParsedFile,
  isStopping: IsStopping,
): Promise<Result> {
  const { storeId, isDryRun, skipsRefused } = job
  const { currencyDigits: digits } = await lockCatalog(tx, storeId)
  const { catalog, ...added } = await catalogOf(tx, job, file, digits)
  const { counts, dropped } = await evaluateFile(tx, job, file, catalog)
  const room = await readProductCapacity(tx, storeId)
  const cap = { ...room, after: room.used + counts.new }
  const result = { format: file.format, columns: file.columns, counts, dropped, ...added, cap }
  const isRejected = counts.refused > 0 && !skipsRefused && !isDryRun
  const error = isRejected
    ? rejectedRows(counts.refused)
    : cap.after > cap.limit
      ? tooManyProducts(cap)
      : null
  if (error) return { ...result, newCategories: [], newModifierGroups: [], error }
  if (isDryRun) return result
  // Mails the owners where the limit is near.
  if (counts.new > 0) await requireCapacity(tx, storeId, 'products', async () => cap.after - 1)
  await storeProducts(tx, job, isStopping)
  await queuePictures(tx, job)
  return result
}

/** What the store has, and what the file adds to it but products. */
async function catalogOf(tx: Tx, job: ImportRow, file: ParsedFile, digits: number) {
  const { storeId } = job
  const { categories, added } = await categoriesOf(tx, job, file)
  const groups = await groupsOfFile(tx, job, file, digits)
  const catalog: Catalog = {
    tx,
    storeId,
    digits,
    currency: file.dialect.currency,
    findCategory: categoryFinder(categories, file.format),
    findGroups: groups.findGroups,
    categoryNames: new Map(categories.map(({ id, name }) => [id, name])),
    pictures: await findStoredPictures(tx, storeId, file),
  }
  return { catalog, newCategories: added, newModifierGroups: groups.added }
}

const rejectedRows = (refused: number) => ({
  code: 'REFUSED_ROWS',
  message:
    refused === 1
      ? 'Una fila tiene algo mal, y no se importó nada: corrígela, o importa sin ella'
      : `${refused} filas tienen algo mal, y no se importó nada: corrígelas, o importa sin ellas`,
})

const tooManyProducts = ({ limit, used, after }: NonNullable<Result['cap']>) => ({
  code: 'PLAN_LIMIT_REACHED',
  message:
    `El archivo trae ${after - used} productos nuevos; el plan permite ${limit} y ya hay ${used}. ` +
    `Quita ${after - limit} del archivo, o elige un plan con más productos`,
})

/** The store's categories, with those that the file adds. A dry run adds them in a savepoint and rolls it back. */
async function categoriesOf(tx: Tx, { storeId, isDryRun, addsCategories }: ImportRow, file: ParsedFile) {
  const known = await listCategoryNames(tx, storeId)
  if (!addsCategories || !file.dialect.fields.has('category')) return { categories: known, added: [] }
  const cells = file.groups.flatMap(([row]) => row?.cells.category?.trim() || [])
  const missing = missingCategories(cells, categoryFinder(known, file.format), file.format)
  const names = missing.flatMap((name) => categoryName(name) ?? [])
  const dryRunEnd = new Error('Only a dry run')
  let added: typeof known = []
  try {
    await tx.savepoint(async (savepoint) => {
      added = await addCategories(savepoint, storeId, names)
      if (isDryRun) throw dryRunEnd
    })
  } catch (error) {
    if (error !== dryRunEnd) throw isCapReached(error) ? tooManyCategories(names, known.length, error) : error
  }
  return { categories: [...known, ...added], added: added.map(({ id, name }) => ({ id, name })) }
}

const isCapReached = (error: unknown): error is ApiError =>
  error instanceof ApiError && error.body.code === 'PLAN_LIMIT_REACHED'

/** The error of the cap, with the number of categories before the import, which was rolled back. */
function tooManyCategories(names: string[], used: number, { status, body }: ApiError): ApiError {
  const message =
    `El archivo trae ${names.length} categorías nuevas; el plan permite ${String(body['limit'])} y ya hay ${used}. ` +
    'Elige que esa columna no se importe, o que el archivo use las que hay'
  return new ApiError(status, { ...body, message, used })
}

/** Stores the products in reverse order, so that the first one of the file is the newest. */
async function storeProducts(tx: Tx, job: ImportRow, isStopping: IsStopping) {
  for await (const rows of batches(tx, job)) {
    if (isStopping()) throw new Interrupted()
    const created = rows.flatMap(({ action, after }) => (action === 'new' ? after : []))
    const changed = changesIn(rows)
    if (created.length > 0) await addProducts(tx, job.storeId, created)
    if (changed.length > 0) await changeProducts(tx, job.storeId, changed)
  }
  const productsWithVariantChanges = await tx<{ productId: string }[]>`
    select product_id from import_rows where ${rowsWithVariantChanges(tx, job)}`
  if (productsWithVariantChanges.length === 0) return
  await lockVariants(
    tx,
    job.storeId,
    productsWithVariantChanges.map(({ productId }) => productId),
  )
  for await (const rows of batches(tx, job, rowsWithVariantChanges(tx, job))) {
    await changeVariants(tx, job.storeId, changesIn(rows))
  }
}

type ImportedRow = Pick<EvaluatedRow, 'line' | 'action' | 'before'> & { after: ProductRow }

const changesIn = (rows: ImportedRow[]) =>
  rows.flatMap(({ before, after }) => (before ? { before, after } : []))

const writtenRowsOf = (sql: Sql, { storeId, id }: ImportRow) => sql`
  store_id = ${storeId} and import_id = ${id} and action in ('new', 'changed')`

const rowsWithVariantChanges = (sql: Sql, job: ImportRow) => sql`
  ${writtenRowsOf(sql, job)} and before is not null and before -> 'variants' is distinct from after -> 'variants'`

async function* batches(
  tx: Tx,
  job: ImportRow,
  condition = writtenRowsOf(tx, job),
): AsyncGenerator<ImportedRow[]> {
  let line = 2 ** 31 - 1
  for (;;) {
    const rows = await tx<ImportedRow[]>`
      select line, action, before, after
      from import_rows
      where ${condition} and line < ${line}
      order by line desc
      limit ${BATCH}`
    if (rows.length === 0) return
    line = rows.at(-1)!.line
    yield rows.toReversed()
  }
}
