import type { Tx } from '../core/database/db.ts'
import { announceEach } from '../webhooks/announce.ts'
import { readDetails } from './offered-groups.ts'
import { findProducts } from './write-many.ts'

/**
 * Takes groups from products before they are deleted, with a `product.updated` event for each product that is not deleted, as
 * `removeCategories` does.
 */
export async function removeModifierGroups(tx: Tx, storeId: string, ids: string[]) {
  const changed = await tx<{ id: string }[]>`
    update products
    set
      modifier_group_ids = modifier_group_ids - ${ids}::text[],
      updated_at = date_trunc('milliseconds', statement_timestamp())
    where store_id = ${storeId} and modifier_group_ids ?| ${ids}::text[]
    returning id`
  const products = await findProducts(tx, storeId, { ids: changed.map(({ id }) => id), slugs: [] })
  await announceEach(tx, storeId, 'product.updated', await readDetails(tx, storeId, products))
}
