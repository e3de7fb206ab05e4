-- Names sort as a Spanish dictionary has them: without regard to case, accents next to their letter, ñ after n.
alter table products alter column name type text collate "es-x-icu";
alter table categories alter column name type text collate "es-x-icu";

-- One for each sort of the default list, the active products. The lists of all products have theirs already; those of
-- the inactive ones, which are few, are sorted.
create index products_active_by_update on products (store_id, updated_at desc, id desc)
  where deleted_at is null and is_active;
create index products_active_by_name on products (store_id, name, id) where deleted_at is null and is_active;
create index products_active_by_price on products (store_id, price, id) where deleted_at is null and is_active;
create index products_active_by_category on products (store_id, category_id, created_at desc, id desc)
  where deleted_at is null and is_active;
create index products_inactive on products (store_id, created_at desc, id desc)
  where deleted_at is null and not is_active;

comment on column products.variants is
  'those not removed, in order: [{ id, name, price (null: the product''s), isActive, isDefault }]';
