import { requireCapacity } from '../billing/plans.ts'
import type { Db, Sql, Tx } from '../../core/database/db.ts'
import { readPages } from '../../core/database/read-pages.ts'
import { addProducts, changeProducts, changeVariants, readProductCapacity } from '../products/write-many.ts'
import type { ProductRow } from '../products/product.ts'
import { lockVariants } from '../products/variants.ts'
import { lockCatalog } from '../stores/catalog-version.ts'
import type { ProductFile } from './draft.ts'
import { BATCH, draftsOf, evaluateFile } from './evaluate.ts'
import { categoriesOfFile } from './file-categories.ts'
import { groupsOfFile } from './file-groups.ts'
import type { ImportRow, EvaluatedRow, Result } from './import.ts'
import { parseProductFile, requireProducts, type StoreOfFile } from './parse-file.ts'
import { queuePictures } from './pictures.ts'

/** Thrown when the process stops: the import rolls back, and the next process starts it again. */
export class Interrupted extends Error {
  override name = 'Interrupted'
}

type IsStopping = () => boolean

/** Reads the file of an import, outside of any transaction. @throws 400 */
export async function readImport(sql: Db, { storeId, fileId, columnMap }: ImportRow): Promise<ProductFile> {
  const [found] = await sql<(StoreOfFile & { body: Buffer })[]>`
    select body, currency, currency_digits, time_zone
    from import_files
    cross join (select currency, currency_digits, time_zone from stores where id = ${storeId}) as store
    where store_id = ${storeId} and id = ${fileId}`
  return parseProductFile(found!.body, columnMap, found!)
}

/**
 * Compares the products of a file with those of the store and, unless it is a dry run, stores all of them or none, in the given
 * transaction and under the catalog's lock. A dry run locks it only while it tries to add categories and groups.
 * @throws 400, 403 `PLAN_LIMIT_REACHED`, Interrupted
 */
export async function runImport(
  tx: Tx,
  job: ImportRow,
  file: ProductFile,
  isStopping: IsStopping,
): Promise<Result> {
  requireProducts(file)
  const { storeId, isDryRun, skipsRefused } = job
  const drafts = await draftsOf(file)
  if (!isDryRun) await lockCatalog(tx, storeId)
  const { categories, newCategories } = await categoriesOfFile(tx, job, file)
  const { findGroups, newModifierGroups } = await groupsOfFile(tx, job, file)
  const catalog = { tx, storeId, digits: file.currencyDigits, categories, findGroups }
  const { counts, dropped } = await evaluateFile(job, file, drafts, catalog)
  const room = await readProductCapacity(tx, storeId)
  const cap = { ...room, after: room.used + counts.new }
  const { format, columns } = file
  const result = { format: format.name, columns, counts, dropped, newCategories, newModifierGroups, cap }
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

/** Stores the products in reverse order, so that the first one of the file is the newest. */
async function storeProducts(tx: Tx, job: ImportRow, isStopping: IsStopping) {
  for await (const page of batches(tx, writtenRowsOf(tx, job))) {
    const rows = page.toReversed()
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
  for await (const rows of batches(tx, rowsWithVariantChanges(tx, job))) {
    await changeVariants(tx, job.storeId, changesIn(rows.toReversed()))
  }
}

type ImportedRow = Pick<EvaluatedRow, 'line' | 'action' | 'before'> & { after: ProductRow }

const changesIn = (rows: ImportedRow[]) =>
  rows.flatMap(({ before, after }) => (before ? { before, after } : []))

const writtenRowsOf = (sql: Sql, { storeId, id }: ImportRow) => sql`
  store_id = ${storeId} and import_id = ${id} and action in ('new', 'changed')`

const rowsWithVariantChanges = (sql: Sql, job: ImportRow) => sql`
  ${writtenRowsOf(sql, job)} and before is not null and before -> 'variants' is distinct from after -> 'variants'`

/** The last products of the file first. */
const batches = (tx: Tx, condition: ReturnType<typeof writtenRowsOf>) =>
  readPages<ImportedRow>(
    BATCH,
    (last) => tx<ImportedRow[]>`
  select line, action, before, after
  from import_rows
  where ${condition} ${last ? tx`and line < ${last.line}` : tx``}
  order by line desc
  limit ${BATCH}`,
  )
