import { operation } from '../../core/operations/operation.ts'
import type { Tx } from '../../core/database/db.ts'
import { notFound } from '../../core/errors/errors.ts'
import { dataOf } from '../../core/http/schema.ts'
import { lockCatalog, raiseCatalogVersion } from '../stores/catalog-version.ts'
import { announce } from '../webhooks/announce.ts'
import { requireFreeProductSlug, requireCapacityForProduct } from './checks.ts'
import { requireUniqueSkus } from './codes.ts'
import { ProductDetail, readDetail } from './offered-groups.ts'
import { counterOf, productColumns, type ProductRow } from './product.ts'
import { t } from '../../core/texts/text.ts'

export const restoreProduct = operation({
  id: 'restoreProduct',
  rest: 'POST /products/:id/restore',
  scope: 'products:write',
  summary: 'Restaurar un producto eliminado',
  description: 'Deshace la eliminación durante 30 días. Uno que no está eliminado se queda como está.',
  errors: ['DUPLICATE_SLUG', 'DUPLICATE_SKU', 'PLAN_LIMIT_REACHED'],
  response: { 200: dataOf(ProductDetail) },
  async run({ sql, store, id }) {
    return { data: await undeleteProduct(sql, store.id, id) }
  },
})

/** @throws 403 `PLAN_LIMIT_REACHED`, 404, 409 `DUPLICATE_SLUG` or `DUPLICATE_SKU` when another product got them meanwhile */
async function undeleteProduct(tx: Tx, storeId: string, id: string): Promise<ProductDetail> {
  await lockCatalog(tx, storeId)
  const before = await findRestorable(tx, storeId, id)
  if (!before.deletedAt) return readDetail(tx, storeId, before)
  await requireCapacityForProduct(tx, storeId)
  await requireFreeProductSlug(tx, storeId, before.slug)

  const updatedAt = await undelete(tx, storeId, id)
  const product = await readDetail(tx, storeId, { ...before, updatedAt })
  await requireUniqueSkus(tx, storeId, [before])
  await announce(tx, storeId, 'product.updated', product)
  await raiseCatalogVersion(tx, storeId)
  await tx`select increment_counter(${storeId}, ${counterOf(product)}, 1)`
  return product
}

async function findRestorable(tx: Tx, storeId: string, id: string) {
  const [row] = await tx<(ProductRow & { deletedAt: string | null })[]>`
    select ${productColumns(tx)}, deleted_at
    from products
    where store_id = ${storeId}
    and id = ${id}
    and (deleted_at is null or deleted_at > now() - interval '30 days')`
  if (!row) throw notFound(t('El producto'))
  return row
}

async function undelete(tx: Tx, storeId: string, id: string): Promise<string> {
  const [{ updatedAt }] = await tx<[{ updatedAt: string }]>`
    update products
    set deleted_at = null, updated_at = date_trunc('milliseconds', statement_timestamp())
    where store_id = ${storeId} and id = ${id}
    returning updated_at`
  return updatedAt
}
