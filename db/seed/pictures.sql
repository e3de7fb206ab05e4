-- $1 the store, $2 the address of the first picture's folder and `.svg`: where the service is reached now.
with moved as (
  update products
  set image_url = left($2, -4) || regexp_replace(image_url, '^.*/media/demo/', '')
  where store_id = $1
  and image_url like '%/media/demo/%.svg'
  and not starts_with(image_url, left($2, -4))
  returning 1
)
update stores
set catalog_version = catalog_version + 1
where id = $1 and exists (select 1 from moved)
