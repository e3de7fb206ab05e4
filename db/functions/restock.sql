-- Has the next run of the job look whether what people of a store wait for is back (src/features/restock/enqueue.ts): one row read
-- where nobody waits.
create or replace function look_for_restock(p_store_id text) returns void language plpgsql volatile
as $$
begin
  perform from restock_requests where store_id = p_store_id limit 1;
  if found then
    insert into restock_looks (store_id, id) values (p_store_id, new_id());
  end if;
end
$$;

create or replace function look_for_restock_of_store() returns trigger language plpgsql volatile
as $$
begin
  perform look_for_restock(new.id);
  return null;
end
$$;
