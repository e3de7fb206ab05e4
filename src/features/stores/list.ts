import { operation } from '../../core/operations/operation.ts'
import type { Sql } from '../../core/database/db.ts'
import { listOf, Page, toPage } from '../../core/http/page.ts'
import { OwnStore, storeColumns, toStore, type OwnStoreRow, type StoreRow } from './store.ts'

export const listStores = operation({
  id: 'listStores',
  rest: 'GET /stores',
  scope: 'stores:read',
  accountLevel: true,
  summary: 'Listar las tiendas de la cuenta',
  description: 'Las tiendas que alcanza la clave de cuenta: donde su dueña es OWNER o ADMIN.',
  query: Page,
  response: { 200: listOf(OwnStore) },
  async run({ sql, accountId, query, service }) {
    const { rows, total } = await selectStores(sql, accountId, query)
    const data = rows.map(({ role, ...store }) => ({ ...toStore(store, service), role }))
    return toPage(query, { data, total })
  },
})

async function selectStores(sql: Sql, accountId: string, { limit, offset }: Page) {
  const reached = sql`
    from members
    join stores on stores.id = members.store_id
    where members.account_id = ${accountId}
    and members.role in ('OWNER', 'ADMIN')
    and stores.deleted_at is null`
  const [rows, [{ total }]] = await Promise.all([
    sql<OwnStoreRow[]>`
      select ${storeColumns(sql)}, members.role
      ${reached}
      order by stores.created_at, stores.id
      limit ${limit} offset ${offset}`,
    sql<[{ total: number }]>`select count(*) as total ${reached}`,
  ])
  return { rows, total }
}

/** For the operator: the stores of all accounts. @param search in small letters */
export async function listEveryStore(sql: Sql, { search, limit, offset }: Page & { search: string }) {
  const found = sql`
    from stores
    where deleted_at is null
    and (strpos(slug, ${search}) > 0 or strpos(lower(name), ${search}) > 0 or strpos(domain, ${search}) > 0)`
  const [rows, [{ total }]] = await Promise.all([
    sql<StoreRow[]>`
      select ${storeColumns(sql)}
      ${found}
      order by created_at, id
      limit ${limit} offset ${offset}`,
    sql<[{ total: number }]>`select count(*) as total ${found}`,
  ])
  return { rows, total }
}
