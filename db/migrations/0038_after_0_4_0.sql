-- Oldest release: 0.4.0
-- Locks: orders
-- What 0.3.0 called or wrote, and 0.4.0 no longer does. The index orders_of_token replaces the constraint.
drop function if exists place_order(
  text, text, text[], text, text, text, text, text, text, text[], integer[], bytea, text, text, boolean, text, boolean, timestamptz,
  boolean, timestamptz, text
);
drop function if exists count_order(text, timestamptz, text, numeric, jsonb, boolean, text, text, boolean, boolean);
alter table orders drop constraint if exists orders_store_id_tracking_token_key;

-- 0.4.0 claimed the domains that 0.3.0 saved, and confirmed the numbers of stores that had a notice, by jobs. A database that never was
-- 0.4.0's gets both here.
do $$
declare
  v_store_id text;
begin
  if not exists (
    select from schema_migrations where name = '0037_messages_of_owners' and applied_at >= transaction_timestamp()
  ) then
    return;
  end if;
  insert into domains (domain, store_id, check_at)
  select settings ->> 'domain', connections.store_id, statement_timestamp()
  from connections
  join stores on stores.id = connections.store_id
  where connections.id = 'custom_domain'
  and settings ->> 'domain' is not null
  and not is_paused
  and deleted_at is null
  on conflict do nothing;

  for v_store_id in
    select id from stores where confirmed_number is null
  loop
    update stores
    set confirmed_number = case
      when exists (
        select from orders where store_id = v_store_id and notification_state in ('SENT', 'DELIVERED', 'READ')
      )
      then coalesce(whatsapp_number, '')
      else ''
    end
    where id = v_store_id;
  end loop;
end
$$;
