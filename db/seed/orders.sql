-- $1 the store, $2 the orders as JSON.
insert into orders (
  store_id, id, order_number, status, customer_id, customer_name, customer_phone, customer_address, notes, currency,
  items, items_hash, subtotal, discount_id, discount_code, discount_amount, shipping_name, shipping_area,
  shipping_price, delivery_kind, table_name, location, total, timeline, tracking_token, notification_updated_at, created_at, updated_at
)
select
  $1, rows.id, order_number, status, customer_id, customer_name, customer_phone, customer_address, notes,
  stores.currency, items, decode(items_hash, 'hex'), subtotal, discounts.id, discount_code, discount_amount,
  shipping_name, shipping_area, shipping_price, delivery_kind, table_name, location, total, timeline, tracking_token, rows.created_at, rows.created_at,
  rows.updated_at
from jsonb_to_recordset($2::text::jsonb) as rows (
  id text, order_number text, status text, customer_id text, customer_name text, customer_phone text,
  customer_address text, notes text, items jsonb, items_hash text, subtotal numeric, discount_code text,
  discount_amount numeric, shipping_name text, shipping_area text, shipping_price numeric, delivery_kind text,
  table_name text, location jsonb, total numeric,
  timeline jsonb, tracking_token text, created_at timestamptz, updated_at timestamptz
)
join stores on stores.id = $1
left join discounts on discounts.store_id = $1 and discounts.code = rows.discount_code
