import { storePrefix } from '../../products/search-words.ts'
import type { Tx } from '../../../core/database/db.ts'

/** Products in ten categories, two thirds of them with three sizes. Numbers their variants in the table `load_variants`. */
export async function fillCatalog(tx: Tx, storeId: string, products: number) {
  await tx`
    insert into categories (store_id, id, name, slug, position)
    select ${storeId}, new_id(), 'Categoría ' || n, 'categoria-' || n, n
    from generate_series(1, 10) as n`
  await tx`
    create temp table load_products on commit drop as
    select
      n, new_id() as id, 'Producto ' || n as name, (5 + n * 37 % 500)::numeric as price,
      now() - (n || ' minutes')::interval as created_at
    from generate_series(1, ${products}::int) as n`
  await tx`
    create temp table load_variants on commit drop as
    select
      row_number() over (order by n, position) - 1 as line, n, new_id() as id, load_products.id as product_id,
      load_products.name as product_name, sizes.name, sizes.name = 'Única' as is_default, position,
      case when sizes.name <> 'Única' then price * (1 + position) end as own_price, price * (1 + position) as price
    from load_products
    join (
      values (0, 'Única'), (0, 'Chico'), (1, 'Mediano'), (2, 'Grande')
    ) as sizes (position, name) on (sizes.name = 'Única') = (n % 3 = 0)`
  await insertCatalog(tx, storeId)
  await tx`select increment_counter(${storeId}, 'products.active', ${products})`
}

async function insertCatalog(tx: Tx, storeId: string) {
  await tx`
    insert into products (
      store_id, id, name, slug, description, price, category_id, variants, search_words, title_words, created_at,
      updated_at
    )
    select
      ${storeId}, load_products.id, load_products.name, 'producto-' || n,
      'Descripción del producto ' || n || ', como la escribiría una tienda.', load_products.price, categories.id,
      variants, words::tsvector, words::tsvector, load_products.created_at, load_products.created_at
    from load_products
    cross join lateral format('''%s'':1A ''%s'':1A', ${storePrefix(storeId)} || 'producto', ${storePrefix(storeId)} || n) as words
    join categories on categories.store_id = ${storeId} and categories.position = 1 + n % 10
    join (
      select
        n,
        jsonb_agg(
          jsonb_build_object(
            'id', id, 'name', name, 'price', trim_scale(own_price), 'isActive', true, 'isDefault', is_default,
            'optionValues', '[]'::jsonb, 'imageUrl', null, 'stock', null
          )
          order by position
        ) as variants
      from load_variants
      group by n
    ) as lists using (n)`
  await tx`
    insert into variants (store_id, id, product_id, name, price, is_default, position)
    select ${storeId}, id, product_id, name, own_price, is_default, position
    from load_variants`
}

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
