-- Oldest release: 0.2.0
-- Locks: orders, shipping_options
-- The areas of a shipping option, each with a price of its own, and what an order keeps: its area's name, and the place that the
-- shopper's phone gave.
alter table shipping_options
  add column areas jsonb not null default '[]'; -- [{ id, name, price, postalCodes }]; a null price is the option's

alter table orders
  add column shipping_area text,
  add column location jsonb; -- { latitude, longitude }, in degrees

-- As for the other JSON of orders: 0021_json_statistics.sql.
do $$
begin
  if not exists (select from pg_extension where extname = 'citus') then
    alter table orders alter column location set statistics 0;
  end if;
end
$$;
