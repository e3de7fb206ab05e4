-- $1 the owner of the demo's stores, $2 the address of the pictures' folder: where the service is reached now.
with moved as (
  update products
  set
    image_url = regexp_replace(image_url, '^.*/media/demo/', $2),
    images = regexp_replace(images::text, '"[^"]*/media/demo/', '"' || $2, 'g')::jsonb,
    variants = regexp_replace(variants::text, '"[^"]*/media/demo/', '"' || $2, 'g')::jsonb
  where store_id in (select store_id from members where account_id = $1 and role = 'OWNER')
  and image_url ~ '/media/demo/[a-z0-9-]+[.](svg|jpg)$'
  and not starts_with(image_url, $2)
  returning store_id, id
), moved_variants as (
  update variants
  set image_url = regexp_replace(variants.image_url, '^.*/media/demo/', $2)
  from moved
  where variants.store_id = moved.store_id
  and variants.product_id = moved.id
  and variants.image_url ~ '/media/demo/[a-z0-9-]+[.](svg|jpg)$'
)
update stores
set catalog_version = catalog_version + 1
where id in (select store_id from moved)
