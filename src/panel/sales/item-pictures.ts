import type { Sql } from '../../core/database/db.ts'
import type { Html } from '../../core/http/html.ts'
import type { StoreContext } from '../page.ts'
import { pictureOf } from '../parts/thumb.ts'

type Picture = { productId: string; imageUrl: string | null }

/** The picture of the first item of each order, by the order's id. */
export async function firstPictures(context: StoreContext, orderIds: string[]): Promise<Map<string, Html>> {
  const rows = await context.sql<(Picture & { id: string })[]>`
    select orders.id, items -> 0 ->> 'productId' as product_id, ${imageUrl(context.sql)}
    from orders
    cross join jsonb_to_record(items -> 0) as item ("productId" text, "variantId" text)
    ${joins(context.sql)}
    where orders.store_id = ${context.store.id} and orders.id = any(${orderIds}::text[])`
  return new Map(rows.map(({ id, ...picture }) => [id, thumbOf(context, picture)]))
}

/** The pictures of an order's items, in their order. */
export async function itemPictures(context: StoreContext, orderId: string): Promise<Html[]> {
  const rows = await context.sql<Picture[]>`
    select item."productId" as product_id, ${imageUrl(context.sql)}
    from orders
    cross join rows from (jsonb_to_recordset(items) as ("productId" text, "variantId" text))
      with ordinality as item ("productId", "variantId", n)
    ${joins(context.sql)}
    where orders.store_id = ${context.store.id} and orders.id = ${orderId}
    order by item.n`
  return rows.map((picture) => thumbOf(context, picture))
}

/** That of the variant that was ordered, else the product's; none of a product that was deleted. */
const imageUrl = (sql: Sql) => sql`
  case when products.deleted_at is null then coalesce(variants.image_url, products.image_url) end as image_url`

const joins = (sql: Sql) => sql`
  left join products on products.store_id = orders.store_id and products.id = item."productId"
  left join variants on variants.store_id = orders.store_id and variants.id = item."variantId"`

const thumbOf = ({ store }: StoreContext, { productId, imageUrl: url }: Picture) =>
  pictureOf(store.id, productId, url)
