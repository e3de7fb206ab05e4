-- What the workers of release 0.4.0 call, beside those of this one (claim_due.sql), which look at every recipient that waits.
-- The planner's statistics lag behind a growing backlog. With sorts, hash joins and merge joins off (sequential scans are off on
-- every connection), these functions always read the index deliveries_due_of_recipient in its order.

-- Recipients with waiting deliveries, each with the store whose delivery is due first. A loose index scan, and the only query
-- over all stores: later reads and writes for a recipient are within that store.
create or replace function recipients_by_store(p_kind text) returns table (store_id text, recipient text) language sql stable
set enable_sort = off
as $$
  with recursive waiting (store_id, recipient) as (
    (
      select store_id, recipient
      from deliveries
      where kind = p_kind and state = 'waiting'
      order by recipient, due_at
      limit 1
    )
    union all
    select next.store_id, next.recipient
    from waiting
    cross join lateral (
      select store_id, recipient
      from deliveries
      where kind = p_kind and state = 'waiting' and deliveries.recipient > waiting.recipient
      order by deliveries.recipient, due_at
      limit 1
    ) as next
  )
  select store_id, recipient from waiting
$$;

-- Claims due deliveries under a lease, and counts the attempt. p_claim is stored with them, so that a claim whose response was
-- lost can be undone. Fair over recipients: each gets its first delivery before another gets its second, and never has more than
-- p_per_recipient in flight over all workers, so that recipients that hang don't block others.
-- Deliveries in flight keep their due_at, and none becomes due earlier. So the first 2 * p_per_recipient rows of a recipient by
-- due_at include all that are in flight.
-- A function, so that each of its statements sees what was committed before the lock was taken.
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
set enable_sort = off
set enable_incremental_sort = off
set enable_hashjoin = off
set enable_mergejoin = off
as $$
#variable_conflict use_column
declare
  v_now timestamptz := clock_timestamp();
begin
  perform from deliveries where kind = p_kind and state = 'waiting' and due_at <= v_now limit 1;
  if not found then
    return;
  end if;
  perform pg_advisory_xact_lock(hashtextextended('claim ' || p_kind, 4));
  v_now := clock_timestamp();

  return query
  with ready as (
    select due.part, due.row_id, due.in_flight + due.place as place, due.due_at
    from recipients_by_store(p_kind) as waiting
    cross join lateral (
      select
        first.*,
        count(*) filter (where is_in_flight) over () as in_flight,
        coalesce(bool_or(one_by_one) filter (where is_in_flight) over (), false) as is_blocked,
        count(*) filter (where not is_in_flight) over in_order as place,
        bool_or(one_by_one) filter (where not is_in_flight) over in_order as one_by_one_so_far
      from (
        select
          tableoid as part, ctid as row_id, due_at, created_at, id, one_by_one,
          coalesce(leased_until > v_now, false) as is_in_flight
        from deliveries
        where deliveries.store_id = waiting.store_id
        and kind = p_kind
        and deliveries.recipient = waiting.recipient
        and state = 'waiting'
        and due_at <= v_now
        order by due_at, created_at, id
        limit 2 * p_per_recipient
      ) as first
      window in_order as (order by due_at, created_at, id)
    ) as due
    where not due.is_in_flight
    and not due.is_blocked
    and due.in_flight + due.place <= p_per_recipient
    and (not due.one_by_one_so_far or due.place = 1 and due.in_flight = 0)
    order by place, due.due_at
    limit p_max
  ), claimed as (
    select taken.part, taken.row_id
    from ready
    cross join lateral (
      select tableoid as part, ctid as row_id
      from deliveries
      where tableoid = ready.part
      and ctid = ready.row_id
      and coalesce(state, '') = 'waiting' -- coalesce keeps the planner from using an index: rows are found by ctid
      and due_at <= v_now
      and coalesce(leased_until <= v_now, true)
      limit 1
      for update skip locked
    ) as taken
  )
  update deliveries
  set attempts = attempts + 1, leased_until = v_now + make_interval(secs => p_lease_seconds), claimed_by = p_claim
  from claimed
  where deliveries.tableoid = claimed.part and deliveries.ctid = claimed.row_id
  returning
    deliveries.store_id, deliveries.id, deliveries.kind, deliveries.recipient, deliveries.event, deliveries.subject_id,
    deliveries.payload_id, deliveries.attempts, deliveries.attempts_before, deliveries.batch_id, deliveries.created_at;
end
$$;

-- Claims the due deliveries of at most p_max_batches recipients, as one batch each of at most p_max_per_batch deliveries of one
-- store. A recipient gets no batch while another one is in flight, nor within p_pace_seconds of the last one of any store.
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
set enable_sort = off
set enable_incremental_sort = off
set enable_hashjoin = off
set enable_mergejoin = off
set enable_material = off
as $$
#variable_conflict use_column
declare
  v_now timestamptz := clock_timestamp();
  v_store_id text;
  v_recipient text;
  v_batch_id text;
begin
  perform from deliveries where kind = p_kind and state = 'waiting' and due_at <= v_now limit 1;
  if not found then
    return;
  end if;
  perform pg_advisory_xact_lock(hashtextextended('claim ' || p_kind, 4));
  v_now := clock_timestamp();

  for v_store_id, v_recipient in
    select waiting.store_id, waiting.recipient
    from recipients_by_store(p_kind) as waiting
    cross join lateral (
      select due_at
      from deliveries
      where deliveries.store_id = waiting.store_id
      and kind = p_kind
      and deliveries.recipient = waiting.recipient
      and state = 'waiting'
      and due_at <= v_now
      order by due_at
      limit 1
    ) as oldest
    where not exists (
      select from recipient_pace pace
      where pace.kind = p_kind and pace.recipient = waiting.recipient
      and (
        -- later times were set before the clock was turned back
        pace.next_at > v_now and pace.next_at < v_now + interval '1 day'
        or exists (select from deliveries where batch_id = pace.batch_id and leased_until > v_now)
      )
    )
    order by oldest.due_at
    limit p_max_batches
  loop
    v_batch_id := new_id();
    insert into recipient_pace (kind, recipient, next_at, batch_id)
    values (p_kind, v_recipient, v_now + make_interval(secs => p_pace_seconds), v_batch_id)
    on conflict (kind, recipient) do update
    set next_at = excluded.next_at, batch_id = excluded.batch_id;

    return query
    with claimed as (
      select id
      from deliveries
      where store_id = v_store_id and kind = p_kind and recipient = v_recipient and state = 'waiting' and due_at <= v_now
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
    where deliveries.store_id = v_store_id and deliveries.id = claimed.id
    returning
      deliveries.store_id, deliveries.id, deliveries.kind, deliveries.recipient, deliveries.event, deliveries.subject_id,
      deliveries.payload_id, deliveries.attempts, deliveries.attempts_before, deliveries.batch_id, deliveries.created_at;
  end loop;
end
$$;
