import type { Scope } from '../core/auth/scopes.ts'
import type { Sql } from '../core/database/db.ts'
import { forbidden } from '../core/errors/errors.ts'
import type { Table } from './change.ts'

type Access = { read: Scope; write: Scope }

/** The scopes for seeing what a change did to a table, and for undoing it. */
const accessTo: Record<Table, Access> = {
  products: { read: 'products:read', write: 'products:write' },
  variants: { read: 'products:read', write: 'products:write' },
  modifier_groups: { read: 'products:read', write: 'products:write' },
  categories: { read: 'categories:read', write: 'categories:write' },
  discounts: { read: 'discounts:read', write: 'discounts:write' },
  shipping_options: { read: 'shipping:read', write: 'shipping:write' },
  payment_accounts: { read: 'store:read', write: 'store:write' },
  payment_methods: { read: 'store:read', write: 'store:write' },
  orders: { read: 'orders:read', write: 'orders:write' },
  stores: { read: 'store:read', write: 'store:write' },
  themes: { read: 'themes:read', write: 'store:write' },
  members: { read: 'team:read', write: 'store:write' },
  invitations: { read: 'team:read', write: 'store:write' },
  api_keys: { read: 'team:read', write: 'store:write' },
  connections: { read: 'connections:read', write: 'store:write' },
  webhooks: { read: 'webhooks:read', write: 'webhooks:write' },
}

/** The tables whose changes a key may not see. */
export const hiddenTables = (scopes: readonly string[]): Table[] =>
  (Object.keys(accessTo) as Table[]).filter((table) => !scopes.includes(accessTo[table].read))

/** Requires the scopes of every table that the change touched. @throws 403 */
export async function requireAccess(
  sql: Sql,
  { storeId, changeId, scopes }: { storeId: string; changeId: string; scopes: readonly string[] },
  action: keyof Access,
): Promise<void> {
  const touched = await sql<{ table: Table }[]>`
    select distinct table_name as table
    from change_rows
    where store_id = ${storeId} and change_id = ${changeId}
    order by table_name`
  const requiredScope = touched
    .map(({ table }) => accessTo[table][action])
    .find((scope) => !scopes.includes(scope))
  if (requiredScope) throw forbidden(`A la clave le falta el permiso ${requiredScope}`, { requiredScope })
}
