-- Oldest release: 0.4.0
-- Locks: products, variants
-- Prices by quantity of a product, and of a variant with a price of its own: [{ from, price }], rising and falling. With the least
-- that is sold of a product, and the number that it is sold in multiples of.
alter table products
  add column quantity_prices jsonb not null default '[]',
  add column min_quantity integer not null default 1,
  add column quantity_step integer not null default 1;
alter table variants add column quantity_prices jsonb; -- null: none of its own

-- As for the other JSON of products: 0021_json_statistics.sql.
do $$
begin
  if not exists (select from pg_extension where extname = 'citus') then
    alter table products alter column quantity_prices set statistics 0;
    alter table variants alter column quantity_prices set statistics 0;
  end if;
end
$$;
