-- Oldest release: 0.2.0
-- Locks: orders
-- The last change of an order that its store proposed: { items, subtotal, discount, shipping, total, message, state, sentAt, decidedAt }.
alter table orders add column proposal jsonb;

-- As for the other JSON of orders: 0021_json_statistics.sql.
do $$
begin
  if not exists (select from pg_extension where extname = 'citus') then
    alter table orders alter column proposal set statistics 0;
  end if;
end
$$;
