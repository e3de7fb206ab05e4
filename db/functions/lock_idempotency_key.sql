-- Locks an Idempotency-Key until the transaction ends, unless another transaction has locked it, and finds its stored response;
-- the status is null where there is none. A function, so that its second statement sees what was committed before the lock.
create or replace function lock_idempotency_key(
  p_store_id text, p_scope text, p_key text,
  out is_locked boolean, out status integer, out body text, out location text, out request_hash bytea
) returns record language plpgsql volatile
as $$
begin
  is_locked := pg_try_advisory_xact_lock(hashtextextended(p_store_id || ' ' || p_scope || ' ' || p_key, 1));
  if is_locked then
    select stored.status, stored.body, stored.location, stored.request_hash
    into status, body, location, request_hash
    from idempotency_keys as stored
    where stored.store_id = p_store_id
    and stored.scope = p_scope
    and stored.key = p_key
    and stored.created_at > now() - interval '24 hours';
  end if;
end
$$;
