-- The functions of db/functions/claim_deliveries.sql for Citus, where a statement over several stores can neither find rows by
-- ctid nor skip locked ones. So one query over all stores finds the due rows, and they are claimed store by store. The query
-- reads all due rows, and recipients are counted per store.
create or replace function claim_deliveries(
  p_claim text,
  p_kind text,
  p_max integer,
  p_per_recipient integer,
  p_lease_seconds float8
) returns table (
  store_id text, id text, kind text, recipient text, event text, subject_id text, payload_id text, attempts integer,
  attempts_before integer, batch_id text, created_at timestamptz
) language plpgsql volatile
as $$
#variable_conflict use_column
declare
  v_now timestamptz := clock_timestamp();
  v_store_id text;
  v_ids text[];
begin
  perform from deliveries where kind = p_kind and state = 'waiting' and due_at <= v_now limit 1;
  if not found then
    return;
  end if;
  perform pg_advisory_xact_lock(hashtextextended('claim ' || p_kind, 4));
  v_now := clock_timestamp();

  for v_store_id, v_ids in
    select ready.store_id, array_agg(ready.id)
    from (
      select due.store_id, due.id
      from (
        select
          first.*,
          count(*) filter (where is_in_flight) over of_recipient as in_flight,
          coalesce(bool_or(one_by_one) filter (where is_in_flight) over of_recipient, false) as is_blocked,
          count(*) filter (where not is_in_flight) over in_order as place,
          bool_or(one_by_one) filter (where not is_in_flight) over in_order as one_by_one_so_far
        from (
          select
            store_id, id, recipient, due_at, created_at, one_by_one,
            coalesce(leased_until > v_now, false) as is_in_flight
          from deliveries
          where kind = p_kind and state = 'waiting' and due_at <= v_now
        ) as first
        window
          of_recipient as (partition by store_id, recipient),
          in_order as (partition by store_id, recipient order by due_at, created_at, id)
      ) as due
      where not due.is_in_flight
      and not due.is_blocked
      and due.in_flight + due.place <= p_per_recipient
      and (not due.one_by_one_so_far or due.place = 1 and due.in_flight = 0)
      order by due.in_flight + due.place, due.due_at
      limit p_max
    ) as ready
    group by ready.store_id
  loop
    return query
    with claimed as (
      select id
      from deliveries
      where store_id = v_store_id
      and id = any(v_ids)
      and state = 'waiting'
      and due_at <= v_now
      and coalesce(leased_until <= v_now, true)
      for update skip locked
    )
    update deliveries
    set attempts = attempts + 1, leased_until = v_now + make_interval(secs => p_lease_seconds), claimed_by = p_claim
    from claimed
    where deliveries.store_id = v_store_id and deliveries.id = claimed.id
    returning
      deliveries.store_id, deliveries.id, deliveries.kind, deliveries.recipient, deliveries.event, deliveries.subject_id,
      deliveries.payload_id, deliveries.attempts, deliveries.attempts_before, deliveries.batch_id, deliveries.created_at;
  end loop;
end
$$;

create or replace function claim_batches(
  p_claim text,
  p_kind text,
  p_max_batches integer,
  p_max_per_batch integer,
  p_pace_seconds float8,
  p_lease_seconds float8
) returns table (
  store_id text, id text, kind text, recipient text, event text, subject_id text, payload_id text, attempts integer,
  attempts_before integer, batch_id text, created_at timestamptz
) language plpgsql volatile
as $$
#variable_conflict use_column
declare
  v_now timestamptz := clock_timestamp();
  v_waiting record;
  v_pace record;
  v_batch_id text;
  v_batches integer := 0;
begin
  perform from deliveries where kind = p_kind and state = 'waiting' and due_at <= v_now limit 1;
  if not found then
    return;
  end if;
  perform pg_advisory_xact_lock(hashtextextended('claim ' || p_kind, 4));
  v_now := clock_timestamp();

  for v_waiting in
    select store_id, recipient, min(due_at) as due_at
    from deliveries
    where kind = p_kind and state = 'waiting' and due_at <= v_now
    group by store_id, recipient
    order by due_at
  loop
    exit when v_batches = p_max_batches;
    select next_at, batch_id into v_pace
    from recipient_pace
    where kind = p_kind and recipient = v_waiting.recipient;
    -- later times were set before the clock was turned back
    continue when v_pace.next_at > v_now and v_pace.next_at < v_now + interval '1 day';
    perform from deliveries where batch_id = v_pace.batch_id and leased_until > v_now limit 1;
    continue when found;

    v_batch_id := new_id();
    v_batches := v_batches + 1;
    insert into recipient_pace (kind, recipient, next_at, batch_id)
    values (p_kind, v_waiting.recipient, v_now + make_interval(secs => p_pace_seconds), v_batch_id)
    on conflict (kind, recipient) do update
    set next_at = excluded.next_at, batch_id = excluded.batch_id;

    return query
    with claimed as (
      select id
      from deliveries
      where store_id = v_waiting.store_id
      and kind = p_kind
      and recipient = v_waiting.recipient
      and state = 'waiting'
      and due_at <= v_now
      order by due_at, created_at, id
      limit p_max_per_batch
      for update skip locked
    )
    update deliveries
    set
      attempts = attempts + 1,
      claimed_by = p_claim,
      batch_id = v_batch_id,
      leased_until = v_now + make_interval(secs => p_lease_seconds),
      due_at = v_now + make_interval(secs => p_lease_seconds)
    from claimed
    where deliveries.store_id = v_waiting.store_id and deliveries.id = claimed.id
    returning
      deliveries.store_id, deliveries.id, deliveries.kind, deliveries.recipient, deliveries.event, deliveries.subject_id,
      deliveries.payload_id, deliveries.attempts, deliveries.attempts_before, deliveries.batch_id, deliveries.created_at;
  end loop;
end
$$;

-- Claims here find what is due by themselves: nobody has to be woken.
create or replace function claim_due(
  p_claim text,
  p_kind text,
  p_max integer,
  p_per_recipient integer,
  p_lease_seconds float8
) returns table (
  store_id text, id text, kind text, recipient text, event text, subject_id text, payload_id text, attempts integer,
  attempts_before integer, batch_id text, created_at timestamptz
) language plpgsql volatile
as $$
begin
  delete from recipient_wakes where recipient_wakes.kind = p_kind;
  return query select * from claim_deliveries(p_claim, p_kind, p_max, p_per_recipient, p_lease_seconds);
end
$$;

create or replace function claim_due_batches(
  p_claim text,
  p_kind text,
  p_max_batches integer,
  p_max_per_batch integer,
  p_pace_seconds float8,
  p_lease_seconds float8
) returns table (
  store_id text, id text, kind text, recipient text, event text, subject_id text, payload_id text, attempts integer,
  attempts_before integer, batch_id text, created_at timestamptz
) language plpgsql volatile
as $$
begin
  delete from recipient_wakes where recipient_wakes.kind = p_kind;
  return query select * from claim_batches(p_claim, p_kind, p_max_batches, p_max_per_batch, p_pace_seconds, p_lease_seconds);
end
$$;

create or replace function wake_missed(p_kind text) returns void language plpgsql volatile
as $$
begin
end
$$;
