import { t } from '../../core/texts/text.ts'
import { removeUnusedCategories } from '../categories/add-many.ts'
import { linkUndo } from '../changes/link-undo.ts'
import { undoProducts, type UndoneProduct } from '../changes/undo-products.ts'
import { inBatches } from '../changes/write-rows.ts'
import { isDuplicate, type Sql, type Tx } from '../../core/database/db.ts'
import { conflict } from '../../core/errors/errors.ts'
import { dataOf } from '../../core/http/schema.ts'
import { removeUnusedModifierGroups } from '../modifier-groups/add-many.ts'
import { operation } from '../../core/operations/operation.ts'
import { newId } from '../../core/values/id.ts'
import { lockVariants } from '../products/variants.ts'
import { lockCatalog } from '../stores/catalog-version.ts'
import { importInProgress } from './create.ts'
import {
  findImport,
  Import,
  readOneImport,
  UNDO_DAYS,
  type Action,
  type ImportRow,
  type Result,
} from './import.ts'

export const undoImport = operation({
  id: 'undoImport',
  rest: 'POST /imports/:id/undo',
  scope: 'products:write',
  summary: 'Deshacer una importación',
  description:
    'Durante 30 días: los productos que creó van a la papelera, y los que cambió vuelven a como estaban. Lo que ' +
    'alguien cambió después queda como está, y las filas lo dicen en `kept`. Las existencias vuelven a las de antes ' +
    'menos lo vendido desde entonces. Se hace después de responder.',
  errors: ['IMPORT_NOT_UNDOABLE', 'IMPORT_IN_PROGRESS'],
  response: { 200: dataOf(Import) },
  async run({ sql, store, id }) {
    await queueUndo(sql, store.id, id)
    return { data: await readOneImport(sql, store.id, id) }
  },
})

/** Does nothing for an import that is undone or queued already. @throws 404, 409 `IMPORT_NOT_UNDOABLE`, `IMPORT_IN_PROGRESS` */
async function queueUndo(tx: Tx, storeId: string, id: string): Promise<void> {
  if (await queue(tx, storeId, id)) return
  const { state } = await findImport(tx, storeId, id)
  if (state === 'undone' || state === 'undoing') return
  const [running] = await tx`
    select 1 from imports where store_id = ${storeId} and state in ('waiting', 'undoing')`
  throw running ? importInProgress() : notUndoable()
}

/** An import whose change was undone already is refused: its stock would be restored twice. `undoBatch` checks again under a lock. */
async function queue(tx: Tx, storeId: string, id: string): Promise<boolean> {
  try {
    const { count } = await tx.savepoint(
      (inner) => inner`
        update imports
        set state = 'undoing', attempts = 0, result = result - 'error' -- of an undo that failed before
        where store_id = ${storeId} and id = ${id} and state = 'done' and not is_dry_run
        and finished_at > now() - make_interval(days => ${UNDO_DAYS})
        and (result ? 'undo' or not exists (
          select from changes
          where changes.store_id = imports.store_id and changes.id = imports.id and undone_by is not null
        ))`,
    )
    return count > 0
  } catch (error) {
    if (isDuplicate(error)) return false // another import of the store is under way
    throw error
  }
}

const notUndoable = () =>
  conflict(
    'IMPORT_NOT_UNDOABLE',
    t(
      'Una importación se deshace una sola vez, durante 30 días después de terminar; un ensayo no tiene nada que deshacer',
    ),
  )

/** Products per transaction: other writers of the catalog, and orders of those whose variants change, wait until it ends. */
const ROWS_A_BATCH = 100

/** The id of the change that an undo is recorded as: that of its batches before. */
export async function undoIdOf(sql: Sql, { storeId, id }: ImportRow): Promise<string> {
  const [undo] = await sql<{ id: string }[]>`
    select id from changes where store_id = ${storeId} and undoes = ${id} and by = 'import'`
  return undo?.id ?? newId()
}

/**
 * Undoes the next batch of an import's products in the given transaction, and adds it to the result. What has changed since
 * stays, and is listed in the `kept` of its row, which is null until then. @throws 409 `IMPORT_NOT_UNDOABLE` once the change was
 * undone by itself
 */
export async function undoBatch(
  tx: Tx,
  { storeId, id, result }: ImportRow,
  undoId: string,
): Promise<{ result: Result; isLast: boolean }> {
  await lockCatalog(tx, storeId)
  const [change] = await tx<{ id: string; createdAt: string; undoneBy: string | null }[]>`
    select id, created_at, undone_by from changes where store_id = ${storeId} and id = ${id}`
  if (change?.undoneBy && change.undoneBy !== undoId) throw notUndoable()
  const rows = await tx<{ productId: string; action: Action }[]>`
    select product_id, action
    from import_rows
    where store_id = ${storeId} and import_id = ${id} and action in ('new', 'changed') and kept is null
    order by line
    limit ${ROWS_A_BATCH}`
  const changed = rows.flatMap(({ productId, action }) => (action === 'changed' ? productId : []))
  await lockVariants(tx, storeId, changed)
  const undo = { restored: 0, deleted: 0, kept: 0, ...result.undo }
  for (const some of inBatches(rows)) {
    const products = some.map(({ productId }) => productId)
    const outcomes = change
      ? await undoProducts(tx, storeId, change, products)
      : new Map<string, UndoneProduct>()
    for (const { effect, kept } of outcomes.values()) {
      if (effect) undo[effect]++
      if (kept.length > 0) undo.kept++
    }
    await saveKeptFields(
      tx,
      storeId,
      id,
      products.map((product) => ({ id: product, kept: outcomes.get(product)?.kept ?? [] })),
    )
  }
  const isLast = rows.length < ROWS_A_BATCH && (await removeAdded(tx, storeId, result))
  await linkUndo(tx, storeId, { id, undoes: null })
  return { result: { ...result, undo }, isLast }
}

/**
 * Deletes the categories and the groups of extras that the import added, unless other products have them now. @returns whether it is
 * done: deleted products lose them in batches of their own
 */
async function removeAdded(tx: Tx, storeId: string, result: Result): Promise<boolean> {
  const { newCategories = [], newModifierGroups = [] } = result
  const [categoryIds, groupIds] = [newCategories, newModifierGroups].map((added) => added.map(({ id }) => id))
  return (
    (await removeUnusedCategories(tx, storeId, categoryIds!, ROWS_A_BATCH)) &&
    (await removeUnusedModifierGroups(tx, storeId, groupIds!, ROWS_A_BATCH))
  )
}

async function saveKeptFields(
  tx: Tx,
  storeId: string,
  importId: string,
  kept: { id: string; kept: string[] }[],
) {
  await tx`
    update import_rows
    set kept = changed.kept
    from jsonb_to_recordset(${tx.json(kept)}) as changed (id text, kept jsonb)
    where store_id = ${storeId} and import_id = ${importId} and product_id = changed.id`
}
