import type { Sql } from '../core/database/db.ts'

/** A way to receive an order, as a shopper chooses it. */
export type Shipping = {
  id: string
  name: string
  price: number
  kind: 'delivery' | 'pickup'
  description: string | null
  estimatedDelivery: string | null
}

/** In the store's order; the first is chosen until another is. */
export async function listShipping(sql: Sql, storeId: string): Promise<Shipping[]> {
  return sql<Shipping[]>`
    select id, name, price, kind, description, estimated_delivery
    from shipping_options
    where store_id = ${storeId} and is_active
    order by position, name, id`
}
