-- $1 the store, $2 the customers as JSON. What they ordered is added up when the orders are there.
insert into customers (store_id, id, phone, name, address, first_order_at, last_order_at, created_at, updated_at)
select $1, id, phone, name, address, now(), now(), now(), now()
from jsonb_to_recordset($2::text::jsonb) as rows (id text, phone text, name text, address text)
