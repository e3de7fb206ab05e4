-- Adds to the total of a list. The slot is drawn, so that the writers of a busy store seldom wait for each other; a
-- transaction that changes several totals does so at its end, in the order of their names, and so never deadlocks.
create or replace function increment_counter(p_store_id text, p_name text, p_by bigint) returns void language sql volatile
as $$
  insert into counters as counter (store_id, name, slot, value)
  values (p_store_id, p_name, floor(random() * 8)::smallint, p_by)
  on conflict (store_id, name, slot) do update
  set value = counter.value + excluded.value
$$;

create or replace function counted(p_store_id text, p_names text[]) returns bigint language sql stable
as $$
  select coalesce(sum(value), 0)::bigint
  from counters
  where store_id = p_store_id and name = any(p_names)
$$;
