-- The bytes of an order's items as its GET shows them: an id of a few bytes becomes the names of a group and of a choice. Text of
-- jsonb has a space after each colon and comma, which JSON of the API has not.
create or replace function items_weight(p_items jsonb) returns integer language sql immutable parallel safe
as $$
  select (sum(octet_length(shown::text)) - 17 * count(*) - sum(8 * modifiers))::integer
  from jsonb_array_elements(p_items) as item
  cross join lateral (
    select
      item - 'isStockTaken' || jsonb_build_object(
        'note', item -> 'note',
        'modifiers', (select coalesce(jsonb_agg(one - 'choiceId'), '[]') from jsonb_array_elements(item -> 'modifiers') as one)
      ),
      coalesce(jsonb_array_length(item -> 'modifiers'), 0)
  ) as weighed (shown, modifiers)
$$;

-- Whether an order with these items and these other texts weighs more than 128 KiB as its GET shows it, with 2 KiB for what is
-- short. The size in memory, which costs nothing to know, is at least half of that in text.
create or replace function is_too_heavy(p_items jsonb, p_texts text[]) returns boolean language plpgsql immutable parallel safe
as $$
begin
  if pg_column_size(p_items) < 48 * 1024 then
    return false;
  end if;
  return items_weight(p_items) + octet_length(array_to_json(p_texts)::text) > 126 * 1024;
end
$$;

-- Counts what a large order of a shopper leaves towards the day of the shopper's address and of the store's owner. Small ones don't
-- count: ten of them a minute and address are no danger, and those of a busy store would wait for its counter.
-- Returns the seconds until there is room again, else null.
create or replace function count_large_order(p_store_id text, p_client text, p_bytes integer)
returns integer language plpgsql volatile
as $$
declare
  v_key text;
  v_most integer; -- KiB
  v_account_id text;
  v_day record;
begin
  foreach v_key in array array['address', 'account'] loop
    if v_key = 'address' then
      continue when p_client is null;
      v_key := 'bytes:orders-address:' || p_client;
      v_most := 16 * 1024;
    else
      select account_id into v_account_id
      from members
      where store_id = p_store_id and role = 'OWNER'
      order by created_at, id
      limit 1;
      v_key := 'bytes:orders:' || v_account_id;
      select case when bool_or(plan <> 'free') then 1024 * 1024 else 64 * 1024 end into v_most
      from members
      join stores on stores.id = members.store_id
      where members.account_id = v_account_id;
    end if;
    insert into long_rate_hits as counter (key, hits, ends_at)
    values (v_key, ceil(p_bytes / 1024.0), now() + interval '1 day')
    on conflict (key) do update
    set
      hits = case when counter.ends_at > now() then counter.hits else 0 end + excluded.hits,
      ends_at = case when counter.ends_at > now() then counter.ends_at else excluded.ends_at end
    returning hits, ceil(extract(epoch from ends_at - now()))::integer as reset_in into v_day;
    if v_day.hits > v_most then
      return v_day.reset_in;
    end if;
  end loop;
  return null;
end
$$;
