import type { Tx } from '../core/database/db.ts'
import { announceEach } from '../webhooks/announce.ts'
import { productColumns, toProduct, type ProductRow } from './product.ts'

/**
 * Clears the category of products before categories are deleted, with a `product.updated` event for each product that is not
 * deleted, so that copies of the catalog stay in sync.
 */
export async function removeCategories(tx: Tx, storeId: string, ids: string[]) {
  const rows = await tx<(ProductRow & { deletedAt: string | null })[]>`
    update products
    set category_id = null, updated_at = date_trunc('milliseconds', statement_timestamp())
    where store_id = ${storeId} and category_id = any(${ids}::text[])
    returning ${productColumns(tx)}, deleted_at`
  await announceEach(
    tx,
    storeId,
    'product.updated',
    rows.filter(({ deletedAt }) => deletedAt === null).map((row) => toProduct(row)),
  )
}
