import { operation } from '../../core/operations/operation.ts'
import type { Sql } from '../../core/database/db.ts'
import { notFound } from '../../core/errors/errors.ts'
import { dataOf } from '../../core/http/schema.ts'
import { OwnStore, storeColumns, toStore, type OwnStoreRow } from './store.ts'
import { t } from '../../core/texts/text.ts'

export const getStoreOfAccount = operation({
  id: 'getStoreOfAccount',
  rest: 'GET /stores/:id',
  scope: 'stores:read',
  accountLevel: true,
  summary: 'Leer una tienda de la cuenta',
  description: 'Una de las tiendas que alcanza la clave de cuenta: donde su dueña es OWNER o ADMIN.',
  response: { 200: dataOf(OwnStore) },
  async run({ sql, accountId, id, service }) {
    const { role, ...store } = await findStoreOfAccount(sql, accountId, id)
    return { data: { ...toStore(store, service), role } }
  },
})

/** @throws 404 for a store that the account is not a member of */
export async function findStoreOfAccount(sql: Sql, accountId: string, id: string): Promise<OwnStoreRow> {
  const [store] = await sql<OwnStoreRow[]>`
    select ${storeColumns(sql)}, members.role
    from members
    join stores on stores.id = members.store_id
    where members.store_id = ${id}
    and members.account_id = ${accountId}
    and members.role in ('OWNER', 'ADMIN')
    and stores.deleted_at is null`
  if (!store) throw notFound(t('La tienda'))
  return store
}
