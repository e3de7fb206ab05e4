-- Takes the lock of an Idempotency-Key until the transaction ends, unless another transaction has it, and finds its stored
-- answer, with a null status where there is none. A function, because its second statement sees what was committed before the
-- lock was taken.
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
