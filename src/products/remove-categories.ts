import type { Tx } from '../core/database/db.ts'
import { announceEach } from '../webhooks/announce.ts'
import { readDetails } from './offered-groups.ts'
import { findProducts } from './write-many.ts'

/**
 * Clears the category of products before categories are deleted, with a `product.updated` event for each product that is not
 * deleted, so that copies of the catalog stay in sync.
 */
export async function removeCategories(tx: Tx, storeId: string, ids: string[]) {
  const moved = await tx<{ id: string }[]>`
    update products
    set category_id = null, updated_at = date_trunc('milliseconds', statement_timestamp())
    where store_id = ${storeId} and category_id = any(${ids}::text[])
    returning id`
  const products = await findProducts(tx, storeId, { ids: moved.map(({ id }) => id), slugs: [] })
  await announceEach(tx, storeId, 'product.updated', await readDetails(tx, storeId, products))
}
