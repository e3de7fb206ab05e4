import type { Sql } from '../../core/database/db.ts'
import { forbidden } from '../../core/errors/errors.ts'
import { recorded, tableNames, type Table } from './change.ts'
import { t } from '../../core/texts/text.ts'

export const hiddenTables = (scopes: readonly string[]): Table[] =>
  tableNames.filter((table) => !scopes.includes(recorded(table).read))

/** Requires the scopes of every table that the change touched. @throws 403 */
export async function requireAccess(
  sql: Sql,
  { storeId, changeId, scopes }: { storeId: string; changeId: string; scopes: readonly string[] },
  action: 'read' | 'write',
): Promise<void> {
  const touched = await sql<{ table: Table }[]>`
    select distinct table_name as table
    from change_rows
    where store_id = ${storeId} and change_id = ${changeId}
    order by table_name`
  const requiredScope = touched
    .map(({ table }) => recorded(table)[action])
    .find((scope) => !scopes.includes(scope))
  if (requiredScope)
    throw forbidden(t('A la clave le falta el permiso {scope}', { scope: requiredScope }), { requiredScope })
}
