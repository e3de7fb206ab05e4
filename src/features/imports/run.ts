import { isDeepStrictEqual } from 'node:util'
import { joined, t } from '../../core/texts/text.ts'
import { requireCapacity } from '../billing/plans.ts'
import type { Db, Sql, Tx } from '../../core/database/db.ts'
import { addProducts, changeProducts, changeVariants, readProductCapacity } from '../products/write-many.ts'
import { lockVariants } from '../products/variants.ts'
import { lockCatalog } from '../stores/catalog-version.ts'
import type { Draft, ProductFile } from './draft.ts'
import {
  PRODUCTS_A_BATCH,
  draftsOf,
  evaluateBatch,
  evaluateFile,
  insertRows,
  type Candidate,
  type Catalog,
} from './evaluate.ts'
import { categoriesOfFile } from './file-categories.ts'
import { groupsOfFile } from './file-groups.ts'
import { isResumed, type Action, type ImportRow, type Result } from './import.ts'
import { parseProductFile, requireProducts, type StoreOfFile } from './parse-file.ts'
import { queuePictures } from './pictures.ts'
import { toStored } from './stored-message.ts'

/** Thrown when the process stops: the next process goes on with the import. */
export class Interrupted extends Error {
  override name = 'Interrupted'
}

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
 * Compares the products of a file with those of the store without a lock and, unless it is a dry run or is refused, stores them in
 * transactions that are short, because other writers of the catalog wait for each. An import that was interrupted goes on where it
 * ended. @throws 400, 403 `PLAN_LIMIT_REACHED`, Interrupted
 */
export async function runImport(
  sql: Db,
  job: ImportRow,
  file: ProductFile,
  isStopping: () => boolean,
): Promise<void> {
  requireProducts(file)
  const drafts = await draftsOf(file)
  const accepted = await sql.begin((tx) => evaluateDryRun(tx, job, file, drafts))
  if (!accepted) return
  const named = await sql.begin((tx) => addNamed(tx, job, file))
  // In reverse order, so that the first product of the file is the newest.
  for (let end = accepted.length; end > 0; end -= PRODUCTS_A_BATCH) {
    if (isStopping()) throw new Interrupted()
    const candidates = accepted.slice(Math.max(end - PRODUCTS_A_BATCH, 0), end)
    await sql.begin((tx) => storeBatch({ ...named, tx }, job, file, candidates))
  }
  await sql.begin((tx) => endImport(tx, job))
}

async function evaluateDryRun(
  tx: Tx,
  job: ImportRow,
  file: ProductFile,
  drafts: Draft[],
): Promise<Candidate[] | null> {
  const { storeId, id, isDryRun, skipsRefused } = job
  const { newCategories, newModifierGroups, ...named } = await namedInFile(
    tx,
    { ...job, isDryRun: true },
    file,
  )
  const { accepted, ...evaluated } = await evaluateFile(job, file, drafts, { ...named, tx })
  if (isResumed(job)) return accepted
  const { counts } = evaluated
  const room = await readProductCapacity(tx, storeId)
  const cap = { ...room, after: room.used + counts.new }
  const { format, columns } = file
  const result = { format: format.name, columns, ...evaluated, cap }
  const isRefused = counts.refused > 0 && !skipsRefused && !isDryRun
  const error = isRefused ? refusedRows(counts.refused) : cap.after > cap.limit ? tooManyProducts(cap) : null
  if (error || isDryRun) {
    await finish(tx, job, error ? 'failed' : 'done', {
      ...result,
      ...(error ? { error } : { newCategories, newModifierGroups }),
    })
    return null
  }
  await tx`delete from import_rows where store_id = ${storeId} and import_id = ${id} and action <> 'refused'`
  await tx`update imports set result = ${tx.json(result)} where store_id = ${storeId} and id = ${id}`
  return accepted
}

async function namedInFile(tx: Tx, job: ImportRow, file: ProductFile) {
  const { categories, newCategories } = await categoriesOfFile(tx, job, file)
  const { findGroups, newModifierGroups } = await groupsOfFile(tx, job, file)
  const { storeId } = job
  return { storeId, digits: file.currencyDigits, categories, findGroups, newCategories, newModifierGroups }
}

async function addNamed(tx: Tx, job: ImportRow, file: ProductFile): Promise<Omit<Catalog, 'tx'>> {
  const { storeId, id, result } = job
  await lockCatalog(tx, storeId)
  const { newCategories, newModifierGroups, ...named } = await namedInFile(tx, job, file)
  const added = {
    newCategories: [...(result.newCategories ?? []), ...newCategories],
    newModifierGroups: [...(result.newModifierGroups ?? []), ...newModifierGroups],
  }
  await tx`
    update imports set result = result || ${tx.json(added)}::jsonb where store_id = ${storeId} and id = ${id}`
  return named
}

const refusedRows = (refused: number) => ({
  code: 'REFUSED_ROWS',
  ...toStored(
    refused === 1
      ? t('Una fila tiene algo mal, y no se importó nada: corrígela, o importa sin ella')
      : t('{n} filas tienen algo mal, y no se importó nada: corrígelas, o importa sin ellas', { n: refused }),
  ),
})

const tooManyProducts = ({ limit, used, after }: NonNullable<Result['cap']>) => ({
  code: 'PLAN_LIMIT_REACHED',
  ...toStored(
    joined(
      [
        t('El archivo trae {n} productos nuevos; el plan permite {limit} y ya hay {used}.', {
          n: after - used,
          limit,
          used,
        }),
        t('Quita {n} del archivo, o elige un plan con más productos', { n: after - limit }),
      ],
      ' ',
    ),
  ),
})

async function storeBatch(catalog: Catalog, job: ImportRow, file: ProductFile, candidates: Candidate[]) {
  const { tx, storeId } = catalog
  await lockCatalog(tx, storeId)
  const stored = await tx<{ line: number }[]>`
    select line
    from import_rows
    where store_id = ${storeId} and import_id = ${job.id} and line = any(${candidates.map(({ draft }) => draft.line)}::int[])`
  const lines = new Set(stored.map(({ line }) => line))
  const left = candidates.filter(({ draft }) => !lines.has(draft.line))
  const rows = (await evaluateBatch(left, file, catalog)).map(({ row }) => row)
  await insertRows(tx, job, rows)
  const created = rows.flatMap(({ action, after }) => (action === 'new' ? after! : []))
  const changed = rows.flatMap(({ before, after }) => (before && after ? { before, after } : []))
  if (created.length > 0) {
    // Mails the owners where the limit is near.
    const { used } = await readProductCapacity(tx, storeId)
    await requireCapacity(tx, storeId, 'products', async () => used + created.length - 1)
    await addProducts(tx, storeId, created)
  }
  await tx`update imports set attempts = 0 where store_id = ${storeId} and id = ${job.id} and attempts > 0`
  if (changed.length === 0) return
  await changeProducts(tx, storeId, changed)
  const varied = changed.filter(({ before, after }) => !isDeepStrictEqual(before.variants, after.variants))
  if (varied.length === 0) return
  await lockVariants(tx, storeId, varied.map(({ after }) => after.id)) // prettier-ignore
  await changeVariants(tx, storeId, varied)
}

export async function endImport(tx: Tx, job: ImportRow, error?: Result['error']) {
  const { storeId, id } = job
  await queuePictures(tx, job)
  const [{ result }] = await tx<[Pick<ImportRow, 'result'>]>`
    select result from imports where store_id = ${storeId} and id = ${id}`
  const rows = await tx<{ action: Action; count: number }[]>`
    select action, count(*) from import_rows where store_id = ${storeId} and import_id = ${id} group by action`
  const counts = { new: 0, changed: 0, unchanged: 0, refused: 0 }
  for (const { action, count } of rows) counts[action] = count
  await finish(tx, job, 'done', { ...result, counts, ...(error && { error }) })
}

export async function finish(
  sql: Sql,
  { storeId, id, state }: ImportRow,
  newState: ImportRow['state'],
  result: Result,
): Promise<void> {
  await sql`
    update imports
    set
      state = ${newState}, result = ${sql.json(result)},
      finished_at = coalesce(finished_at, (select date_trunc('milliseconds', statement_timestamp())))
    where store_id = ${storeId} and id = ${id} and state = ${state}`
}
