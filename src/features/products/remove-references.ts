import type { Tx } from '../../core/database/db.ts'
import { announceEach } from '../webhooks/announce.ts'
import { findProducts } from './get.ts'
import { readDetails } from './offered-groups.ts'

/** Clears the category of products before categories are deleted, at most of `limit`. @returns of how many */
export async function removeCategories(
  tx: Tx,
  storeId: string,
  ids: string[],
  limit: number | null = null,
): Promise<number> {
  const changed = await tx<{ id: string }[]>`
    update products
    set category_id = null, updated_at = date_trunc('milliseconds', statement_timestamp())
    where store_id = ${storeId}
    and id = any(array(
      select id from products where store_id = ${storeId} and category_id = any(${ids}::text[]) limit ${limit}::integer
    ))
    returning id`
  await announceChanged(tx, storeId, changed)
  return changed.length
}

export async function removeModifierGroups(
  tx: Tx,
  storeId: string,
  ids: string[],
  limit: number | null = null,
): Promise<number> {
  const changed = await tx<{ id: string }[]>`
    update products
    set
      modifier_group_ids = modifier_group_ids - ${ids}::text[],
      updated_at = date_trunc('milliseconds', statement_timestamp())
    where store_id = ${storeId}
    and id = any(array(
      select id from products where store_id = ${storeId} and modifier_group_ids ?| ${ids}::text[] limit ${limit}::integer
    ))
    returning id`
  await announceChanged(tx, storeId, changed)
  return changed.length
}

/** A `product.updated` event for each product that is not deleted, so that copies of the catalog stay in sync. */
async function announceChanged(tx: Tx, storeId: string, changed: { id: string }[]) {
  const ids = changed.map(({ id }) => id)
  const products = await findProducts(tx, storeId, ids)
  await announceEach(tx, storeId, 'product.updated', await readDetails(tx, storeId, [...products.values()]))
}
