-- $1 the store, $2 the ids of its products in the order in which they are listed, as JSON. The shop is not new.
update products
set created_at = at, updated_at = at
from (
  select id, date_trunc('milliseconds', now() - interval '70 days' - n * interval '9 hours') as at
  from jsonb_array_elements_text($2::text::jsonb) with ordinality as listed (id, n)
) as listed
where store_id = $1 and products.id = listed.id
