import { operation } from '../core/operations/operation.ts'
import { transaction, type Sql } from '../core/database/db.ts'
import { notFound } from '../core/errors/errors.ts'
import { Deleted } from '../core/http/schema.ts'
import { lockCatalog, raiseCatalogVersion } from '../stores/catalog-version.ts'
import { announce } from '../webhooks/announce.ts'
import { counterOf } from './product.ts'

export const deleteProduct = operation({
  id: 'deleteProduct',
  rest: 'DELETE /products/:id',
  scope: 'products:write',
  summary: 'Eliminar un producto',
  description:
    'Se puede restaurar durante 30 días. Su slug queda libre, y los pedidos que lo llevan no cambian.',
  response: { 200: Deleted },
  async run({ sql, store, id }) {
    return { data: await removeProduct(sql, store.id, id) }
  },
})

type DeletedRow = { slug: string; isActive: boolean; deletedAt: string }

/** Marks a product as deleted; its data is kept. @throws 404 */
function removeProduct(sql: Sql, storeId: string, id: string) {
  return transaction(sql, async (tx) => {
    await lockCatalog(tx, storeId)
    const [product] = await tx<DeletedRow[]>`
      update products
      set deleted_at = date_trunc('milliseconds', statement_timestamp())
      where store_id = ${storeId} and id = ${id} and deleted_at is null
      returning slug, is_active, deleted_at`
    if (!product) throw notFound('El producto')

    const { slug, deletedAt } = product
    await announce(tx, storeId, 'product.deleted', id, { id, slug, deletedAt })
    await raiseCatalogVersion(tx, storeId)
    await tx`select increment_counter(${storeId}, ${counterOf(product)}, -1)`
    return { id, deleted: true as const }
  })
}
