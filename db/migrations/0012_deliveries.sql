-- The outbox: what has to leave the service, written in the transaction of the change that it tells of. Mails about accounts
-- leave by it too: store_id is then an account's id, and has no foreign key.
--
-- To claim a delivery changes nothing that an index knows of, so that its row is rewritten in its own page (HOT): no index
-- may name leased_until, attempts or claimed_by, and pages keep room for each row's next form.
create table deliveries (
  store_id text not null,
  id text not null,
  kind text not null check (kind in ('whatsapp', 'customer', 'webhook', 'mail', 'push')),
  recipient text not null, -- the owner's or the customer's number, the webhook's id, the mail address
  event text not null,
  subject_id text, -- the order or product that it tells of
  -- No foreign key: to check it, each payload's end would need an index of deliveries by it, and each acknowledgement write to that.
  payload_id text not null,
  state text not null default 'waiting' check (state in ('waiting', 'done', 'failed', 'paused')),
  attempts integer not null default 0,
  attempts_before integer not null default 0, -- of earlier rounds: what is delivered anew begins its schedule again
  due_at timestamptz not null default clock_timestamp(),
  leased_until timestamptz,
  claimed_by text, -- the claim's name: a worker that lost its connection undoes by it what it may never have learnt of
  batch_id text, -- the deliveries that one message stands for; each attempt has a batch of its own
  one_by_one boolean not null default false, -- goes only while nothing else of its recipient is under way: what was held keeps its order
  status integer,
  duration integer, -- ms
  reason text,
  answer text, -- the beginning of what a webhook's receiver answered last
  message_id text, -- the provider's
  created_at timestamptz not null default clock_timestamp(),
  finished_at timestamptz,
  primary key (store_id, id)
) with (fillfactor = 50);
create index deliveries_due on deliveries (kind, due_at) where state = 'waiting';
create index deliveries_due_of_recipient on deliveries (kind, recipient, due_at, created_at, id) where state = 'waiting';
create index deliveries_of_recipient on deliveries (store_id, recipient, created_at desc, id desc);
create index deliveries_of_batch on deliveries (batch_id) where batch_id is not null;
create index deliveries_by_message on deliveries (message_id) where message_id is not null;
create index deliveries_by_age on deliveries using brin (created_at);

-- The payloads of deliveries, one for all recipients of a message. Apart from them, because a delivery's row is rewritten by each
-- claim and each acknowledgement, and these words are most of it.
create table delivery_payloads (
  store_id text not null,
  id text not null,
  payload jsonb not null,
  traceparent text not null, -- the span of the request that the message is of (W3C Trace Context)
  created_at timestamptz not null default clock_timestamp(),
  primary key (store_id, id)
);
create index delivery_payloads_by_age on delivery_payloads using brin (created_at);

-- When a recipient may get its next message; a row is the right to send until then.
create table recipient_pace (
  kind text not null,
  recipient text not null,
  next_at timestamptz not null,
  batch_id text, -- the batch that it got last: by it one sees whether that is still under way
  primary key (kind, recipient)
);
