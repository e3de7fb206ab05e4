import type { Tx } from '../core/database/db.ts'
import { announceEach } from '../webhooks/announce.ts'
import { productColumns } from './columns.ts'
import { toProduct, type ProductRow } from './product.ts'

/**
 * Takes the products out of a category that is about to go. Their GET shows another object afterwards, and no other
 * event would tell a mirror of the catalog so: each is announced and counts as updated. (Deleted ones leave it by
 * their foreign key.)
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
