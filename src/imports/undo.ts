import { isDuplicate, savepoint, type Sql } from '../core/database/db.ts'
import { conflict } from '../core/errors/errors.ts'
import { operation } from '../core/operations/operation.ts'
import { dataOf } from '../core/http/schema.ts'
import { Import, UNDO_DAYS } from './import.ts'
import { findImport, readOneImport } from './read-import.ts'
import { importInProgress } from './create.ts'

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
async function queueUndo(sql: Sql, storeId: string, id: string): Promise<void> {
  if (await isUndone(sql, storeId, id)) return
  if (await queue(sql, storeId, id)) return
  if (await isUndone(sql, storeId, id)) return // by another request, meanwhile
  const [running] = await sql`
    select 1 from imports where store_id = ${storeId} and state in ('waiting', 'undoing')`
  throw running ? importInProgress() : notUndoable()
}

async function isUndone(sql: Sql, storeId: string, id: string): Promise<boolean> {
  const { state } = await findImport(sql, storeId, id)
  return state === 'undone' || state === 'undoing'
}

/** Refuses an import whose change was undone already: its stock would be restored twice. `undoImport` checks again under a lock. */
async function queue(sql: Sql, storeId: string, id: string): Promise<boolean> {
  try {
    const { count } = await savepoint(
      sql,
      (tx) => tx`
        update imports
        set state = 'undoing', attempts = 0, result = result - 'error' -- of an undo that failed before
        where store_id = ${storeId} and id = ${id} and state = 'done' and not is_dry_run
        and finished_at > now() - make_interval(days => ${UNDO_DAYS})
        and not exists (
          select from changes
          where changes.store_id = imports.store_id and changes.id = imports.id and undone_by is not null
        )`,
    )
    return count > 0
  } catch (error) {
    if (isDuplicate(error)) return false // another import of the store is under way
    throw error
  }
}

export const notUndoable = () =>
  conflict(
    'IMPORT_NOT_UNDOABLE',
    'Solo se deshace una vez una importación terminada, que no fue un ensayo y tiene menos de 30 días',
  )
