-- Oldest release: 0.4.0
-- Locks: stores
-- Stores of which something came about by which what people wait for may be back. Each writer adds a row, so that none waits for
-- another; the job that looks deletes it. What people wait for at the update is looked at with the next change of its shop's catalog.
create table restock_looks (
  store_id text not null,
  id text not null,
  at timestamptz not null default clock_timestamp(),
  primary key (store_id, id)
);
create index restock_looks_by_age on restock_looks (at);

-- Every change of the catalog raises its version. The function is replaced after the migrations (db/functions/restock.sql).
create or replace function look_for_restock_of_store() returns trigger language plpgsql as $$ begin return null; end $$;
create trigger look_for_restock after update of catalog_version, billing_state, deleted_at on stores
  for each row execute function look_for_restock_of_store();
