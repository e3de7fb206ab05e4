import type { Sql } from '../../core/database/db.ts'

export const ERASED_NAME = 'Datos borrados'

export const ordersOf = (sql: Sql, storeId: string, customerId: string) => sql`
  select id
  from orders
  where store_id = ${storeId} and customer_id = ${customerId}`

/** Presumably, since a review has no phone: of a product that the customer ordered, under a name of one of the orders. */
export const reviewsOf = (sql: Sql, storeId: string, customerId: string) => sql`
  select reviews.id
  from reviews
  where reviews.store_id = ${storeId}
  and fold(reviews.name) in (
    select search_text
    from customer_names
    where store_id = ${storeId} and customer_id = ${customerId}
  )
  and reviews.product_id in (
    select item ->> 'productId'
    from orders
    cross join jsonb_array_elements(items) as item
    where store_id = ${storeId} and customer_id = ${customerId}
  )`
