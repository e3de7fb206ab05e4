import { operation } from '../../core/operations/operation.ts'
import type { Sql } from '../../core/database/db.ts'
import { notFound } from '../../core/errors/errors.ts'
import { dataOf } from '../../core/http/schema.ts'
import type { Addresses } from './address.ts'
import { Store, storeColumns, toStore, type StoreRow } from './store.ts'
import { t } from '../../core/texts/text.ts'

export const getStore = operation({
  id: 'getStore',
  rest: 'GET /store',
  scope: 'store:read',
  summary: 'Leer la tienda',
  description: 'Los ajustes de la tienda, su plan y la dirección donde compran sus clientes.',
  errors: ['NOT_FOUND'],
  response: { 200: dataOf(Store) },
  async run({ sql, store, service }) {
    return { data: await readStore(sql, store.id, service) }
  },
})

/** @throws 404 */
export async function readStore(sql: Sql, id: string, service: Addresses): Promise<Store> {
  const [row] = await sql<StoreRow[]>`
    select ${storeColumns(sql)}
    from stores
    where id = ${id} and deleted_at is null`
  if (!row) throw notFound(t('La tienda'))
  return toStore(row, service)
}
