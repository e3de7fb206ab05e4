import type { Sql, Tx } from '../../core/database/db.ts'
import { notFound } from '../../core/errors/errors.ts'
import { storeColumns, type StoreRow } from './store.ts'
import { t } from '../../core/texts/text.ts'

export async function findStore(sql: Sql, idOrSlug: string): Promise<StoreRow> {
  const [store] = await sql<StoreRow[]>`
    select ${storeColumns(sql)}
    from stores
    where ${idOrSlug} in (id, slug) and deleted_at is null
    order by id = ${idOrSlug} desc
    limit 1`
  if (!store) throw notFound(t('La tienda {name}', { name: idOrSlug }))
  return store
}

/** Locks the row of a store for a change; orders do not wait for it. @throws 404 */
export async function lockStore(tx: Tx, id: string): Promise<StoreRow> {
  const [store] = await tx<StoreRow[]>`
    select ${storeColumns(tx)}
    from stores
    where id = ${id} and deleted_at is null
    for no key update`
  if (!store) throw notFound(t('La tienda'))
  return store
}
