import { operation } from '../../core/operations/operation.ts'
import { notFound } from '../../core/errors/errors.ts'
import { Deleted } from '../../core/http/schema.ts'
import { lockCatalog, raiseCatalogVersion } from '../stores/catalog-version.ts'
import { announce } from '../webhooks/announce.ts'
import { counterOf } from './product.ts'
import { t } from '../../core/texts/text.ts'

export const deleteProduct = operation({
  id: 'deleteProduct',
  rest: 'DELETE /products/:id',
  scope: 'products:write',
  summary: 'Eliminar un producto',
  description:
    'Se puede restaurar durante 30 días. Su slug queda libre, y los pedidos que lo llevan no cambian.',
  response: { 200: Deleted },
  async run({ sql, store, id }) {
    await lockCatalog(sql, store.id)
    const [product] = await sql<DeletedRow[]>`
      update products
      set deleted_at = date_trunc('milliseconds', statement_timestamp())
      where store_id = ${store.id} and id = ${id} and deleted_at is null
      returning slug, is_active, deleted_at`
    if (!product) throw notFound(t('El producto'))

    const { slug, deletedAt } = product
    await announce(sql, store.id, 'product.deleted', { id, slug, deletedAt })
    await raiseCatalogVersion(sql, store.id)
    await sql`select increment_counter(${store.id}, ${counterOf(product)}, -1)`
    return { data: { id, deleted: true as const } }
  },
})

type DeletedRow = { slug: string; isActive: boolean; deletedAt: string }
