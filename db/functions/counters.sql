-- Adds to a counter, in a random slot, so that writers of a busy store seldom wait for each other. A transaction that changes
-- several counters does so at its end, in name order, so that transactions can't deadlock.
create or replace function increment_counter(p_store_id text, p_name text, p_by bigint) returns void language plpgsql volatile
as $$
begin -- PL/pgSQL, because before PostgreSQL 18 each call of an SQL function is planned again
  insert into counters as counter (store_id, name, slot, value)
  values (p_store_id, p_name, floor(random() * 8)::smallint, p_by)
  on conflict (store_id, name, slot) do update
  set value = counter.value + excluded.value;
end
$$;

-- The sum of counters: the total of an unfiltered list.
create or replace function counted(p_store_id text, p_names text[]) returns bigint language plpgsql stable
as $$
begin
  return (select coalesce(sum(value), 0) from counters where store_id = p_store_id and name = any(p_names));
end
$$;
