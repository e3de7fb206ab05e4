import type { Html } from '../../../core/http/html.ts'
import { picturesOfItems } from '../../../features/orders/item-pictures.ts'
import type { StoredItem } from '../../../features/orders/order-item.ts'
import type { StoreContext } from '../page.ts'
import { pictureOf } from '../parts/thumb.ts'

export async function itemPictures({ sql, store }: StoreContext, items: StoredItem[]): Promise<Html[]> {
  const urls = await picturesOfItems(sql, store.id, items)
  return items.map(({ productId }, n) => pictureOf(store.id, productId, urls[n]!))
}

export async function firstPictures(context: StoreContext, orderIds: string[]): Promise<Map<string, Html>> {
  const orders = await context.sql<{ id: string; first: StoredItem }[]>`
    select id, items -> 0 as first
    from orders
    where store_id = ${context.store.id} and id = any(${orderIds}::text[])`
  const pictures = await itemPictures(context, orders.map(({ first }) => first)) // prettier-ignore
  return new Map(orders.map(({ id }, n) => [id, pictures[n]!]))
}
