-- Distributes the tables of orders, products and visits over the workers of Citus by store_id; run again after an update, it
-- distributes new tables. A table is distributed if its primary key begins with store_id. Tables that requests read before the
-- store is known (accounts, keys, slugs, settings) stay on the coordinator, like all tables without a store.
do $$
declare
  v_whole constant text[] := array[
    'stores', 'members', 'invitations', 'connections', 'themes', 'theme_versions', 'webhooks', 'webhook_listeners',
    'push_subscriptions', 'panel_drafts', 'oauth_grants', 'billing_accounts', 'billing_changes', 'billing_events',
    'cap_warnings', 'payment_accounts', 'restock_looks'
  ];
  v_tables regclass[];
  v_keys text[];
  v_command text;
begin
  select array_agg(pg_class.oid::regclass order by relname) into v_tables
  from pg_class
  join pg_constraint on conrelid = pg_class.oid and contype = 'p'
  join pg_attribute on attrelid = conrelid and attnum = conkey[1]
  where relnamespace = 'public'::regnamespace
  and relkind = 'r'
  and attname = 'store_id'
  and relname <> all(v_whole)
  and not exists (select from citus_tables where table_name = pg_class.oid::regclass);
  if v_tables is null then
    return;
  end if;

  -- Foreign keys can be added only once both tables are distributed, and never to `stores`.
  select array_agg(format('alter table %s add constraint %I %s', conrelid::regclass, conname, pg_get_constraintdef(oid)))
  into v_keys
  from pg_constraint
  where contype = 'f' and conrelid = any(v_tables) and confrelid <> 'stores'::regclass;

  for v_command in
    select format('alter table %s drop constraint %I', conrelid::regclass, conname)
    from pg_constraint
    where contype = 'f' and conrelid = any(v_tables)
    union all
    select format('select create_distributed_table(%L, %L)', name, 'store_id') from unnest(v_tables) as name
    union all
    select unnest(v_keys)
  loop
    execute v_command;
  end loop;
end
$$;
