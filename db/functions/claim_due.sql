-- A claim costs by what it takes, however much waits: it looks at the recipients that something happened to (recipient_wakes) and at
-- those whose turn it is (due_recipients), at twice as many as it may take. What is due and in flight is read from their deliveries.
-- The planner's statistics lag behind a growing backlog. With sorts, hash joins and merge joins off (sequential scans are off on
-- every connection), these functions always read the indexes in their order. So what is read once is not joined again: without hash
-- joins that takes the product of both.

-- Takes the recipients that were woken until p_now, of the oldest wakes, until they are p_max.
create or replace function take_woken(p_kind text, p_now timestamptz, p_max integer) returns text[] language plpgsql volatile
set enable_sort = off
set enable_incremental_sort = off
set enable_hashjoin = off
set enable_mergejoin = off
as $$
declare
  v_woken text[];
begin
  with oldest as materialized (
    select row_id, cardinality(recipients) as own, sum(cardinality(recipients)) over (order by at, row_id) as so_far
    from (
      select ctid as row_id, recipients, at
      from recipient_wakes
      where kind = p_kind and at <= p_now
      order by at
      limit p_max
    ) as first
  ), taken as (
    delete from recipient_wakes
    using oldest
    where recipient_wakes.ctid = oldest.row_id and so_far - own < p_max
    returning recipients
  )
  select coalesce(array_agg(distinct recipient), '{}') into v_woken
  from taken
  cross join unnest(taken.recipients) as recipient;
  return v_woken;
end
$$;

-- Recipients of deliveries that are due, the oldest first, where nobody was woken: the last release or an operator has written them.
create or replace function recipients_by_age(p_kind text, p_now timestamptz, p_max integer) returns text[] language sql stable
as $$
  select array(
    select distinct recipient
    from (
      select recipient, leased_until
      from deliveries
      where kind = p_kind and state = 'waiting' and due_at <= p_now
      order by due_at
      limit p_max
    ) as oldest
    where coalesce(leased_until <= p_now, true)
  )
$$;

-- Claims due deliveries under a lease, and counts the attempt. p_claim is stored with them, so that a claim whose response was
-- lost can be undone. Fair over recipients: each gets its first delivery before another gets its second, and never has more than
-- p_per_recipient in flight over all workers, so that recipients that hang don't block others.
-- Deliveries in flight keep their due_at, and none becomes due earlier. So a recipient's first p_per_recipient rows by due_at include
-- all that are in flight, and the one after them tells when it is next due. A recipient with as many in flight as it may have is in no
-- table until one of them has finished, or its lease has ended.
-- A function, so that each of its statements sees what was committed before the lock was taken.
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
set enable_sort = off
set enable_incremental_sort = off
set enable_hashjoin = off
set enable_mergejoin = off
set enable_material = off
as $$
#variable_conflict use_column
declare
  v_now timestamptz := clock_timestamp();
  v_woken text[];
  v_next text[] := '{}';
  v_places integer;
begin
  perform from deliveries where kind = p_kind and state = 'waiting' and due_at <= v_now limit 1;
  if not found then
    perform from recipient_wakes where kind = p_kind and at <= v_now limit 1;
    if not found then
      return;
    end if;
  end if;
  perform pg_advisory_xact_lock(hashtextextended('claim ' || p_kind, 4));
  v_now := clock_timestamp();

  v_woken := take_woken(p_kind, v_now, 2 * p_max);
  for v_in_flight in 0 .. p_per_recipient - 1 loop
    v_places := v_in_flight + 1;
    v_next := v_next || array(
      select recipient
      from due_recipients
      where kind = p_kind and in_flight = v_in_flight and due_at <= v_now
      order by due_at
      limit p_max - cardinality(v_next)
    );
    exit when cardinality(v_next) = p_max; -- nobody gets a place after those that each of them gets
  end loop;
  if v_woken = '{}' and v_next = '{}' then
    v_woken := recipients_by_age(p_kind, v_now, p_max);
  end if;

  return query
  with candidates as materialized (
    select recipient, least(max(in_flight) + v_places, p_per_recipient) + 1 as max_rows
    from (
      select recipient, p_per_recipient as in_flight from unnest(v_woken) as recipient
      union all
      select recipient, v_places - 1 from unnest(v_next) as recipient
    ) as either
    group by recipient
  ), looked_at as materialized (
    select candidates.recipient, due.*
    from candidates
    cross join lateral (
      select
        next.*,
        count(*) filter (where is_in_flight) over () as in_flight,
        coalesce(bool_or(one_by_one) filter (where is_in_flight) over (), false) as is_blocked,
        count(*) filter (where not is_in_flight) over in_order as place,
        bool_or(one_by_one) filter (where not is_in_flight) over in_order as one_by_one_so_far
      from (
        select *, first_value(store_id) over (order by due_at, created_at, id) as first_store
        from (
          select
            store_id, tableoid as part, ctid as row_id, due_at, created_at, id, one_by_one,
            coalesce(leased_until > v_now, false) as is_in_flight
          from deliveries
          where kind = p_kind and deliveries.recipient = candidates.recipient and state = 'waiting'
          order by due_at, created_at, id
          limit candidates.max_rows
        ) as oldest
      ) as next
      where store_id = first_store
      window in_order as (order by due_at, created_at, id)
    ) as due
  ), claimed as materialized (
    select turns.*, taken.row_id is not null as is_claimed
    from (
      select looked_at.*, row_number() over (partition by is_ready order by in_flight + place, due_at) as turn
      from (
        select
          *,
          not is_in_flight
            and due_at <= v_now
            and not is_blocked
            and in_flight + place <= v_places
            and (not one_by_one_so_far or place = 1 and in_flight = 0) as is_ready
        from looked_at
      ) as looked_at
    ) as turns
    left join lateral (
      select ctid as row_id
      from deliveries
      where is_ready
      and turn <= p_max
      and tableoid = turns.part
      and ctid = turns.row_id
      and coalesce(state, '') = 'waiting' -- coalesce keeps the planner from using an index: rows are found by ctid
      and due_at <= v_now
      and coalesce(leased_until <= v_now, true)
      limit 1
      for update skip locked
    ) as taken on true
  ), updated as (
    update deliveries
    set attempts = attempts + 1, leased_until = v_now + make_interval(secs => p_lease_seconds), claimed_by = p_claim
    from claimed
    where is_claimed and deliveries.tableoid = claimed.part and deliveries.ctid = claimed.row_id
    returning
      deliveries.store_id, deliveries.id, deliveries.kind, deliveries.recipient, deliveries.event, deliveries.subject_id,
      deliveries.payload_id, deliveries.attempts, deliveries.attempts_before, deliveries.batch_id, deliveries.created_at
  ), rest as materialized (
    select
      recipient,
      max(in_flight) + count(*) filter (where is_claimed) as in_flight,
      bool_or(is_blocked or is_claimed and one_by_one) as is_blocked,
      min(due_at) filter (where not is_in_flight and not is_claimed) as due_at,
      (array_agg(one_by_one order by place) filter (where not is_in_flight and not is_claimed))[1] as one_by_one
    from claimed
    group by recipient
  ), kept as (
    insert into due_recipients (kind, recipient, in_flight, due_at)
    select p_kind, recipient, in_flight, due_at
    from rest
    where due_at is not null and in_flight < p_per_recipient and (in_flight = 0 or not (is_blocked or one_by_one))
    on conflict (kind, recipient) do update
    set in_flight = excluded.in_flight, due_at = excluded.due_at
    returning recipient
  ), dropped as (
    delete from due_recipients
    using candidates
    where kind = p_kind
    and due_recipients.recipient = candidates.recipient
    and candidates.recipient not in (select recipient from kept)
  ), leased as (
    insert into recipient_wakes (kind, recipients, at)
    select p_kind, array_agg(distinct recipient), v_now + make_interval(secs => p_lease_seconds)
    from claimed
    where is_claimed
    having count(*) > 0
  )
  select
    store_id, id, kind, recipient, event, subject_id, payload_id, attempts, attempts_before, batch_id, created_at
  from updated;
end
$$;

-- Claims the due deliveries of at most p_max_batches recipients, as one batch each of at most p_max_per_batch deliveries of one
-- store. A recipient gets no batch while another one is in flight, nor within p_pace_seconds of the last one of any store: until then
-- it is in no table but as one who is woken.
-- A claim updates no indexed column, so it leaves the batch in claimed_by: batch_id is written with the outcome.
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
set enable_sort = off
set enable_incremental_sort = off
set enable_hashjoin = off
set enable_mergejoin = off
set enable_material = off
as $$
#variable_conflict use_column
declare
  v_now timestamptz := clock_timestamp();
  v_candidates text[];
  v_due text[];
  v_next record;
  v_batch_id text;
  v_is_free boolean;
  v_waits_until timestamptz;
  v_claimed text[] := '{}';
begin
  perform from deliveries where kind = p_kind and state = 'waiting' and due_at <= v_now limit 1;
  if not found then
    perform from recipient_wakes where kind = p_kind and at <= v_now limit 1;
    if not found then
      return;
    end if;
  end if;
  perform pg_advisory_xact_lock(hashtextextended('claim ' || p_kind, 4));
  v_now := clock_timestamp();

  v_candidates := take_woken(p_kind, v_now, 2 * p_max_batches);
  with next as materialized (
    select ctid as row_id, recipient
    from due_recipients
    where kind = p_kind and in_flight = 0 and due_at <= v_now
    order by due_at
    limit p_max_batches
  ), taken as (
    delete from due_recipients
    using next
    where due_recipients.ctid = next.row_id
  )
  select coalesce(array_agg(recipient), '{}') into v_due from next;
  if v_candidates = '{}' and v_due = '{}' then
    v_candidates := recipients_by_age(p_kind, v_now, p_max_batches);
  end if;
  delete from due_recipients where kind = p_kind and recipient = any(v_candidates);

  for v_next in
    select
      candidate.recipient,
      min(first.due_at) as due_at,
      max(first.leased_until) as leased_until,
      array_agg(first.part) as parts,
      array_agg(first.row_id) as row_ids
    from (select distinct recipient from unnest(v_candidates || v_due) as recipient) as candidate
    cross join lateral (
      select *
      from (
        select
          tableoid as part, ctid as row_id, store_id, due_at, created_at, id, leased_until,
          first_value(store_id) over (order by due_at, created_at, id rows unbounded preceding) as first_store
        from deliveries
        where kind = p_kind and deliveries.recipient = candidate.recipient and state = 'waiting'
      ) as next
      where store_id = first_store
      order by due_at, created_at, id
      limit p_max_per_batch
    ) as first
    group by candidate.recipient
    order by due_at
  loop
    v_batch_id := p_claim || '.' || cardinality(v_claimed);
    v_is_free := v_next.due_at <= v_now
      and coalesce(v_next.leased_until <= v_now, true)
      and cardinality(v_claimed) < p_max_batches;
    if v_is_free then
      insert into recipient_pace as pace (kind, recipient, next_at, batch_id)
      values (p_kind, v_next.recipient, v_now + make_interval(secs => p_pace_seconds), v_batch_id)
      on conflict (kind, recipient) do update
      set next_at = excluded.next_at, batch_id = excluded.batch_id
      where pace.next_at <= v_now or pace.next_at >= v_now + interval '1 day'; -- set before the clock was turned back
      v_is_free := found;
    end if;
    if not v_is_free then
      v_waits_until := greatest(v_next.leased_until, (
        select next_at
        from recipient_pace
        where kind = p_kind and recipient = v_next.recipient and next_at < v_now + interval '1 day'
      ));
      if v_next.due_at <= v_now and v_waits_until > v_now then
        insert into recipient_wakes (kind, recipients, at) values (p_kind, array[v_next.recipient], v_waits_until);
      else
        insert into due_recipients (kind, recipient, in_flight, due_at) values (p_kind, v_next.recipient, 0, v_next.due_at);
      end if;
      continue;
    end if;
    v_claimed := v_claimed || v_next.recipient;

    return query
    with claimed as materialized (
      select taken.part, taken.row_id
      from unnest(v_next.parts, v_next.row_ids) as first (part, row_id)
      cross join lateral (
        select tableoid as part, ctid as row_id
        from deliveries
        where tableoid = first.part
        and ctid = first.row_id
        and coalesce(state, '') = 'waiting' -- so that rows are found by ctid, as above
        and due_at <= v_now
        and coalesce(leased_until <= v_now, true)
        limit 1
        for update skip locked
      ) as taken
    )
    update deliveries
    set
      attempts = attempts + 1,
      claimed_by = v_batch_id,
      leased_until = v_now + make_interval(secs => p_lease_seconds)
    from claimed
    where deliveries.tableoid = claimed.part and deliveries.ctid = claimed.row_id
    returning
      deliveries.store_id, deliveries.id, deliveries.kind, deliveries.recipient, deliveries.event, deliveries.subject_id,
      deliveries.payload_id, deliveries.attempts, deliveries.attempts_before, deliveries.claimed_by, deliveries.created_at;
  end loop;
  if v_claimed <> '{}' then
    insert into recipient_wakes (kind, recipients, at)
    values (p_kind, v_claimed, v_now + make_interval(secs => greatest(p_lease_seconds, p_pace_seconds)));
  end if;
end
$$;

-- Wakes recipients of deliveries that have been due for a minute, and that nothing tells of: the last release, or an operator, has
-- written them. It steps along the recipients that wait (recipients_by_store), and reads nothing where nothing is late.
create or replace function wake_missed(p_kind text) returns void language plpgsql volatile
set enable_sort = off
set enable_hashjoin = off
set enable_mergejoin = off
as $$
declare
  v_now timestamptz := clock_timestamp();
  v_before timestamptz := v_now - interval '1 minute';
begin
  perform from deliveries where kind = p_kind and state = 'waiting' and due_at <= v_before limit 1;
  if not found then
    return;
  end if;
  insert into recipient_wakes (kind, recipients)
  select p_kind, array_agg(recipient)
  from (
    select waiting.recipient, (row_number() over () - 1) / 100 as part
    from recipients_by_store(p_kind) as waiting
    where exists (
      select from deliveries
      where store_id = waiting.store_id
      and kind = p_kind
      and deliveries.recipient = waiting.recipient
      and state = 'waiting'
      and due_at <= v_before
      and coalesce(leased_until <= v_now, true)
    )
    and not exists (
      select from due_recipients where kind = p_kind and due_recipients.recipient = waiting.recipient
    )
  ) as missed
  group by part;
end
$$;
