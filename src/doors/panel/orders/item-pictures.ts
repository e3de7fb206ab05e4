import type { Html } from '../../../core/http/html.ts'
import { picturesOfItems } from '../../../features/orders/item-pictures.ts'
import type { StoredItem } from '../../../features/orders/order-item.ts'
import type { StoreContext } from '../page.ts'
import { pictureOf } from '../parts/thumb.ts'

export async function itemPictures({ sql, store }: StoreContext, items: StoredItem[]): Promise<Html[]> {
  const urls = await picturesOfItems(sql, store.id, items)
  return items.map(({ productId }, n) => pictureOf(store.id, productId, urls[n]!))
}

/** What a row of the list shows beside the order's summary: the first item's picture, and the area. */
export type RowFacts = { picture: Html; area: string | null }

export async function readRowFacts(
  context: StoreContext,
  orderIds: string[],
): Promise<Map<string, RowFacts>> {
  const orders = await context.sql<{ id: string; first: StoredItem; area: string | null }[]>`
    select id, items -> 0 as first, shipping_area as area
    from orders
    where store_id = ${context.store.id} and id = any(${orderIds}::text[])`
  const pictures = await itemPictures(context, orders.map(({ first }) => first)) // prettier-ignore
  return new Map(orders.map(({ id, area }, n) => [id, { picture: pictures[n]!, area }]))
}
