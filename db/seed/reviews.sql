-- $1 the store, $2 the reviews as JSON.
insert into reviews (
  store_id, id, product_id, name, text, rating, status, verified_purchase, created_at, updated_at
)
select $1, id, product_id, name, text, rating, status, verified_purchase, at, at
from jsonb_to_recordset($2::text::jsonb) as rows (
  id text, product_id text, name text, text text, rating smallint, status text, verified_purchase boolean,
  at timestamptz
)
