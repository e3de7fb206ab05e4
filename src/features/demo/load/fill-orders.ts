import type { Tx } from '../../../core/database/db.ts'

export const customersOf = (orders: number) => Math.ceil(orders / 10)

/** Orders of one or two items, evenly over the last year, and the customers who placed them in turn. */
export async function fillOrders(tx: Tx, storeId: string, orders: number) {
  const customers = customersOf(orders)
  await insertCustomers(tx, storeId, customers)
  await generateOrders(tx, orders, customers)
  await insertOrders(tx, storeId)
  await tx`analyze customers, orders`
  await sumCustomers(tx, storeId)
  await tx`
    insert into customer_names (store_id, customer_id, name, phone, search_text)
    select store_id, id, name, phone, fold(name) from customers where store_id = ${storeId}`
  await tx`select rebuild_sums(${storeId})`
  await tx`
    select increment_counter(${storeId}, name, value)
    from (
      select 'customers' as name, count(*) as value from customers where store_id = ${storeId}
      union all
      select 'orders.' || status, count(*) from orders where store_id = ${storeId} group by status
    ) as totals
    order by name`
}

async function insertCustomers(tx: Tx, storeId: string, customers: number) {
  await tx`
    create temp table load_customers on commit drop as
    select n, new_id() as id, 'Cliente ' || n as name, '+5025' || lpad(n::text, 7, '0') as phone
    from generate_series(0, ${customers - 1}::int) as n`
  await tx`
    insert into customers (store_id, id, phone, name, address, first_order_at, last_order_at)
    select ${storeId}, id, phone, name, 'Calle ' || n || ', zona 1', now(), now()
    from load_customers`
}

async function generateOrders(tx: Tx, orders: number, customers: number) {
  await tx`
    create temp table load_items on commit drop as
    select
      line, price * quantity as subtotal, quantity,
      jsonb_build_object(
        'productId', product_id, 'productName', product_name, 'variantId', id,
        'variantName', case when not is_default then name end, 'quantity', quantity, 'unitPrice', trim_scale(price),
        'subtotal', trim_scale(price * quantity)
      ) as item
    from load_variants
    cross join generate_series(1, 2) as quantity`
  await tx`
    create temp table load_orders on commit drop as
    with variants as (select count(*) as total from load_variants)
    select
      n, n % ${customers}::int as customer, 1 + n % 2 as quantity,
      floor(total * power(random(), 2)) as first_line, floor(total * random()) as second_line,
      date_trunc('milliseconds', now() - (1 - (n + 1)::float8 / ${orders}::int) * interval '365 days') as placed_at,
      case
        when n > ${orders}::int * 0.99 then 'pending'
        when n % 12 = 0 then 'cancelled'
        when n % 12 = 1 then 'shipped'
        when n % 12 = 2 then 'confirmed'
        else 'delivered'
      end as status
    from generate_series(0, ${orders - 1}::int) as n, variants`
}

async function insertOrders(tx: Tx, storeId: string) {
  await tx`analyze load_customers, load_items, load_orders`
  await tx`
    insert into orders (
      store_id, id, order_number, status, customer_id, customer_name, customer_phone, customer_address, currency,
      items, items_hash, subtotal, total, timeline, tracking_token, created_at, updated_at, notification_updated_at
    )
    select
      ${storeId}, new_id(), ${orderNumber(tx)}, orders.status, customers.id, customers.name, customers.phone,
      'Calle ' || customers.n || ', zona 1', 'GTQ',
      case
        when second.item is null then jsonb_build_array(first.item)
        else jsonb_build_array(first.item, second.item)
      end,
      int8send(orders.n), first.subtotal + coalesce(second.subtotal, 0), first.subtotal + coalesce(second.subtotal, 0),
      jsonb_build_array(jsonb_build_object('status', 'pending', 'at', placed_at, 'by', 'shopper'))
        || case
          when orders.status = 'pending' then '[]'
          else jsonb_build_array(jsonb_build_object('status', orders.status, 'at', placed_at, 'by', 'panel'))
        end,
      'carga' || new_id(), placed_at, placed_at, placed_at
    from load_orders orders
    join load_customers customers on customers.n = orders.customer
    join load_items first on first.line = first_line and first.quantity = orders.quantity
    left join load_items second
      on second.line = second_line and second.quantity = 1 and orders.n % 2 = 0 and second_line <> first_line
    order by orders.n`
}

/** Six Crockford base32 digits, unique: multiplication by an odd number modulo 2^30 is a bijection. */
function orderNumber(tx: Tx) {
  const digit = (n: number) =>
    tx`substr('0123456789ABCDEFGHJKMNPQRSTVWXYZ', (orders.n * 668265263::bigint >> ${5 * n}::int & 31)::int + 1, 1)`
  return tx`'PED-' || ${digit(0)} || ${digit(1)} || ${digit(2)} || ${digit(3)} || ${digit(4)} || ${digit(5)}`
}

async function sumCustomers(tx: Tx, storeId: string) {
  await tx`
    update customers
    set order_count = sums.orders, total_spent = spent, first_order_at = first_at, last_order_at = last_at
    from (
      select
        customer_id, count(*) as orders, min(created_at) as first_at, max(created_at) as last_at,
        coalesce(sum(total) filter (where is_completed(status)), 0) as spent
      from orders
      where store_id = ${storeId}
      group by customer_id
    ) as sums
    where store_id = ${storeId} and id = customer_id`
}
