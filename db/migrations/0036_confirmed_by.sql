-- Oldest release: 0.2.0
-- Locks: stores
-- Whose number the confirmed one is: the account that typed its code, or 'operator'. Null where it counts as confirmed because a
-- notice arrived: it gets notices, and nobody commands by it.
alter table stores add column confirmed_by text;
-- It is no setting that somebody changed, and not undone with one.
drop trigger record_change on stores;
create trigger record_change after update on stores
  for each row when (current_setting('vitrina.actor', true) <> '' and old.catalog_version = new.catalog_version)
  execute function record_change(
    'stores',
    '{updated_at,keeps_stock,currency_digits,plan,billing_state,deleted_at,purge_failed_at,confirmed_number,unpaid_hours_set_at,confirmed_by}',
    '{}'
  );
