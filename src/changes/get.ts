import type { App } from '../core/http/app.ts'
import type { Sql } from '../core/database/db.ts'
import { notFound } from '../core/errors/errors.ts'
import { dataOf, IdParams } from '../core/http/schema.ts'
import { requireAccess } from './access.ts'
import { Change, changeColumns, toChange, withAccounts, type ChangeRow, type StoredChange } from './change.ts'

/** The most items of a single change. */
const MAX_ITEMS = 100

export function getChangeRoute(app: App) {
  app.get('/changes/:id', {
    config: { scope: 'store:read' },
    schema: {
      operationId: 'getChange',
      summary: 'Leer un cambio',
      description: `Con lo que cambió, hasta ${MAX_ITEMS} cosas. Pide también el permiso de leerlas.`,
      params: IdParams,
      response: { 200: dataOf(Change) },
    },
    async handler({ sql, store, params, key: { scopes } }) {
      await requireAccess(sql, { storeId: store.id, changeId: params.id, scopes }, 'read')
      return { data: toChange(await findChangeRow(sql, store.id, params.id)) }
    },
  })
}

/** @throws 404 */
export async function findChangeRow(sql: Sql, storeId: string, id: string): Promise<ChangeRow> {
  const rows = await sql<StoredChange[]>`
    select ${changeColumns(sql, MAX_ITEMS)}
    from changes
    where changes.store_id = ${storeId} and changes.id = ${id}`
  const [row] = await withAccounts(sql, rows)
  if (!row) throw notFound('El cambio')
  return row
}
