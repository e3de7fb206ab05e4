import type { Sql } from '../../core/database/db.ts'
import type { StoredItem } from './order-item.ts'

/** The picture that the product or the variant of each item has now; null where there is none, or it was deleted. */
export async function picturesOfItems(
  sql: Sql,
  storeId: string,
  items: StoredItem[],
): Promise<(string | null)[]> {
  const rows = await sql<{ imageUrl: string | null }[]>`
    select coalesce(variants.image_url, products.image_url) as image_url
    from unnest(
      ${items.map(({ productId }) => productId)}::text[], ${items.map(({ variantId }) => variantId)}::text[]
    ) with ordinality as items (product_id, variant_id, n)
    left join products on products.store_id = ${storeId} and products.id = items.product_id and deleted_at is null
    left join variants on variants.store_id = products.store_id and variants.id = items.variant_id
    order by n`
  return rows.map(({ imageUrl }) => imageUrl)
}
