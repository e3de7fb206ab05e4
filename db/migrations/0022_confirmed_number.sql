-- Oldest release: 0.2.0
-- Locks: stores
-- The number that the store proved to own; only that one gets notices. Empty where there is none, and null in stores that are older
-- than this column until a maintenance job has decided.
alter table stores add column confirmed_number text;
alter table stores alter column confirmed_number set default '';
-- It is no setting that somebody changed, and not undone with one.
drop trigger record_change on stores;
create trigger record_change after update on stores
  for each row when (current_setting('vitrina.actor', true) <> '' and old.catalog_version = new.catalog_version)
  execute function record_change(
    'stores',
    '{updated_at,keeps_stock,currency_digits,plan,billing_state,deleted_at,purge_failed_at,confirmed_number}', '{}'
  );
