import type { Sql } from '../../core/database/db.ts'
import type { DeliveryKind } from '../../features/shipping/delivery-kind.ts'
import type { PaymentKind } from '../../features/orders/payment.ts'

export type Shipping = {
  id: string
  name: string
  /** Without areas; with them, the lowest of theirs. */
  price: number
  kind: DeliveryKind
  description: string | null
  estimatedDelivery: string | null
  hasAreas: boolean
  /** Whether it has a price, of an area too, which an order of `freeShippingFrom` does not pay. */
  costs: boolean
}

/** In the store's order; the first is chosen until another is. */
export async function listShipping(sql: Sql, storeId: string): Promise<Shipping[]> {
  return sql<Shipping[]>`
    select
      option.id, option.name, option.kind, option.description, option.estimated_delivery, option.areas <> '[]' as has_areas,
      coalesce(lowest, option.price) as price, coalesce(highest, option.price) > 0 as costs
    from shipping_options as option
    cross join lateral (
      select min(coalesce(area.price, option.price)) as lowest, max(coalesce(area.price, option.price)) as highest
      from jsonb_to_recordset(option.areas) as area (price numeric)
    ) as areas
    where option.store_id = ${storeId} and option.is_active
    order by option.position, option.name, option.id`
}

/** Of a feed, which repeats them for each of its items. */
const MAX_RATES = 5

/** What an order of this price alone pays for each delivery whose price does not depend on the area. */
export const deliveryRates = (
  { freeShippingFrom }: { freeShippingFrom: number | null },
  shipping: Shipping[],
  price: number,
) =>
  shipping
    .filter(({ kind, hasAreas }) => kind === 'delivery' && !hasAreas)
    .slice(0, MAX_RATES)
    .map((option) => ({
      name: option.name,
      price: freeShippingFrom !== null && price >= freeShippingFrom ? 0 : option.price,
    }))

/** An area at its price; its postal codes are not on the page, where there may be thousands: see area-codes.ts. */
export type ShownArea = { id: string; name: string; price: number }

export const listAreas = (sql: Sql, storeId: string, optionId: string) => sql<ShownArea[]>`
  select area.id, area.name, coalesce(area.price, option.price) as price
  from shipping_options as option
  cross join rows from (
    jsonb_to_recordset(option.areas) as (id text, name text, price numeric)
  ) with ordinality as area (id, name, price, n)
  where option.store_id = ${storeId} and option.id = ${optionId} and option.is_active
  order by area.n`

export type PaymentChoice = { id: string; kind: PaymentKind; name: string }

/** As with what is listed above, the first is chosen until another is. */
export const listPaymentChoices = (sql: Sql, storeId: string) => sql<PaymentChoice[]>`
  select id, kind, name
  from payment_methods
  where store_id = ${storeId} and is_active
  order by position, name, id`
