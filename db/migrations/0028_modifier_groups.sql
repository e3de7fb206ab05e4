-- Oldest release: 0.2.0
-- Locks: products, stores
-- What can be added to a product when it is ordered: extras, halves, a size of drink. Groups belong to the store, because several
-- products have the same ones.
create table modifier_groups (
  store_id text not null references stores,
  id text not null,
  name text collate "es-x-icu" not null,
  min_choices integer not null,
  max_choices integer, -- null: as many as an item can have
  pricing text not null check (pricing in ('sum', 'highest', 'average')),
  choices jsonb not null, -- in their order: [{ id, name, price, maxQuantity, isActive }]
  created_at timestamptz not null default clock_timestamp(),
  updated_at timestamptz not null default clock_timestamp(),
  primary key (store_id, id)
);
create trigger record_change after insert or update or delete on modifier_groups
  for each row when (current_setting('vitrina.actor', true) <> '')
  execute function record_change('modifier_groups', '{updated_at}', '{}');

alter table products add column modifier_group_ids jsonb not null default '[]'; -- in their order

-- As for the other JSON of products: 0021_json_statistics.sql.
do $$
begin
  if not exists (select from pg_extension where extname = 'citus') then
    alter table products alter column modifier_group_ids set statistics 0;
  end if;
end
$$;
