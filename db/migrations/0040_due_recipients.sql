-- Oldest release: 0.4.0
-- Recipients of whom something can be claimed, now or later, each with when its next delivery is due. What is in flight is known from
-- the deliveries; here is what was last seen. Only claims write it, under the lock of their kind.
create table due_recipients (
  kind text not null,
  recipient text not null,
  in_flight integer not null, -- who has the fewest in flight is next
  due_at timestamptz not null,
  primary key (kind, recipient)
);
create index due_recipients_by_turn on due_recipients (kind, in_flight, due_at);

-- Recipients at whose deliveries the next claim has to look: something was enqueued, finished, resumed, or a lease has ended. Each
-- writer adds rows, so that none waits for another; the claim deletes them.
create table recipient_wakes (
  kind text not null,
  recipients text[] not null,
  at timestamptz not null default clock_timestamp()
);
create index recipient_wakes_by_time on recipient_wakes (kind, at);
