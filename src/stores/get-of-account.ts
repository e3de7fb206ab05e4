import type { App } from '../core/http/app.ts'
import type { Sql } from '../core/database/db.ts'
import { notFound } from '../core/errors/errors.ts'
import { dataOf, IdParams } from '../core/http/schema.ts'
import { OwnStore, storeColumns, toStore, type OwnStoreRow } from './store.ts'

export function getStoreOfAccountRoute(app: App) {
  app.get('/stores/:id', {
    config: { scope: 'stores:read', accountLevel: true },
    schema: {
      operationId: 'getStoreOfAccount',
      summary: 'Leer una tienda de la cuenta',
      description: 'Una de las tiendas que alcanza la clave de cuenta: donde su dueña es OWNER o ADMIN.',
      params: IdParams,
      response: { 200: dataOf(OwnStore) },
    },
    async handler({ sql, key, params }) {
      const { role, ...store } = await getStoreOfAccount(sql, key.accountId, params.id)
      return { data: { ...toStore(store, app.publicUrl), role } }
    },
  })
}

/** @throws 404 for a store that the account is not a member of */
export async function getStoreOfAccount(sql: Sql, accountId: string, id: string): Promise<OwnStoreRow> {
  const [store] = await sql<OwnStoreRow[]>`
    select ${storeColumns(sql)}, members.role
    from members
    join stores on stores.id = members.store_id
    where members.store_id = ${id}
    and members.account_id = ${accountId}
    and members.role in ('OWNER', 'ADMIN')
    and stores.deleted_at is null`
  if (!store) throw notFound('La tienda')
  return store
}
