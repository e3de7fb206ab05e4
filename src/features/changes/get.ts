import { operation } from '../../core/operations/operation.ts'
import type { Sql } from '../../core/database/db.ts'
import { notFound } from '../../core/errors/errors.ts'
import { dataOf } from '../../core/http/schema.ts'
import { requireAccess } from './access.ts'
import { Change, changeColumns, withAccounts, type ChangeRow, type StoredChange } from './change.ts'
import { toChange } from './to-change.ts'
import { t } from '../../core/texts/text.ts'

/** The most items of a single change, among which each variant counts. */
const MAX_ITEMS = 200

export const getChange = operation({
  id: 'getChange',
  rest: 'GET /changes/:id',
  scope: 'store:read',
  summary: 'Leer un cambio',
  description:
    `Con lo que cambió, hasta ${MAX_ITEMS} cosas, contando cada variante. ` +
    'También necesita el permiso para leerlas.',
  response: { 200: dataOf(Change) },
  async run({ sql, store, id, caller }) {
    await requireAccess(sql, { storeId: store.id, changeId: id, scopes: caller.key.scopes }, 'read')
    return { data: toChange(await findChangeRow(sql, store.id, id)) }
  },
})

/** @throws 404 */
export async function findChangeRow(sql: Sql, storeId: string, id: string): Promise<ChangeRow> {
  const rows = await sql<StoredChange[]>`
    select ${changeColumns(sql, MAX_ITEMS)}
    from changes
    where changes.store_id = ${storeId} and changes.id = ${id}`
  const [row] = await withAccounts(sql, rows)
  if (!row) throw notFound(t('El cambio'))
  return row
}
