import type { Tx } from '../core/database/db.ts'
import { announceEach } from '../webhooks/announce.ts'
import { productColumns, toProduct, type ProductRow } from './product.ts'

/**
 * Sets the category of its products to null before the category is deleted, with a `product.updated` event for each, so that
 * copies of the catalog stay in sync. (Deleted products leave it through their foreign key.)
 */
export async function removeCategory(tx: Tx, storeId: string, categoryId: string) {
  const rows = await tx<ProductRow[]>`
    update products
    set category_id = null, updated_at = date_trunc('milliseconds', clock_timestamp())
    where store_id = ${storeId} and category_id = ${categoryId} and deleted_at is null
    returning ${productColumns(tx)}`
  await announceEach(
    tx,
    storeId,
    'product.updated',
    rows.map((row) => toProduct(row)),
  )
}
