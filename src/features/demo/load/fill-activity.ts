import type { Tx } from '../../../core/database/db.ts'

export async function fillActivity(tx: Tx, storeId: string, orders: number) {
  await tx`
    insert into reviews (store_id, id, product_id, name, text, rating, status, created_at, updated_at)
    select
      ${storeId}, new_id(), id, 'Cliente ' || review, 'Llegó bien y a tiempo.', 3 + review % 3,
      (array['pending', 'approved', 'approved', 'approved', 'rejected'])[1 + review % 5], at, at
    from (
      select review, now() - (review || ' minutes')::interval as at
      from generate_series(1, ${Math.ceil(orders / 10)}::int) as review
    ) as reviews
    join load_products on n = 1 + review % (select count(*) from load_products)`
  await tx`
    insert into catalog_events (store_id, id, type, session_id, created_at)
    select ${storeId}, new_id(), type, 'sesion-' || session, now() - (session || ' minutes')::interval
    from generate_series(1, ${Math.ceil(orders / 20)}::int) as session
    cross join (values ('ADD_TO_CART'), ('CHECKOUT_COMPLETED')) as types (type)
    where type = 'ADD_TO_CART' or session % 4 = 0`
  await tx`
    insert into event_sessions (store_id, type, session_id)
    select distinct store_id, type, session_id from catalog_events where store_id = ${storeId}`
  await tx`
    select increment_counter(${storeId}, name, value)
    from (
      select 'reviews.' || status as name, count(*) as value from reviews where store_id = ${storeId} group by status
      union all
      select 'sessions.' || type, count(*) from event_sessions where store_id = ${storeId} group by type
    ) as totals
    order by name`
}
