import { transaction, type Sql } from '../core/database/db.ts'
import { conflict } from '../core/errors/errors.ts'
import type { App } from '../core/http/app.ts'
import { dataOf, IdParams } from '../core/http/schema.ts'
import { Import, UNDO_DAYS } from './import.ts'
import { findImport, readOneImport } from './read-import.ts'
import { importInProgress } from './create.ts'

export function undoImportRoute(app: App) {
  app.post('/imports/:id/undo', {
    config: { scope: 'products:write' },
    schema: {
      operationId: 'undoImport',
      summary: 'Deshacer una importación',
      description:
        'Durante 30 días: los productos que creó van a la papelera, y los que cambió vuelven a como estaban. Lo que ' +
        'alguien cambió después queda como está, y las filas lo dicen en `kept`. Se hace después de responder.',
      params: IdParams,
      response: { 200: dataOf(Import) },
    },
    async handler({ sql, store, params }) {
      await queueUndo(sql, store.id, params.id)
      return { data: await readOneImport(sql, store.id, params.id) }
    },
  })
}

/** Does nothing for one that is undone or queued already. @throws 404, 409 `IMPORT_NOT_UNDOABLE`, `IMPORT_IN_PROGRESS` */
function queueUndo(sql: Sql, storeId: string, id: string): Promise<void> {
  return transaction(sql, async (tx) => {
    const found = await findImport(tx, storeId, id)
    if (found.state === 'undone' || found.state === 'undoing') return
    const [other] = await tx`
      select 1 from imports where store_id = ${storeId} and id <> ${id} and state in ('waiting', 'undoing')`
    if (other) throw importInProgress()
    const [queued] = await tx`
      update imports
      set state = 'undoing', attempts = 0
      where store_id = ${storeId} and id = ${id} and state = 'done' and not is_dry_run
      and finished_at > now() - make_interval(days => ${UNDO_DAYS})
      returning 1`
    if (!queued) throw notUndoable()
  })
}

const notUndoable = () =>
  conflict(
    'IMPORT_NOT_UNDOABLE',
    'Solo se deshace una importación terminada, que no fue un ensayo y tiene menos de 30 días',
  )
