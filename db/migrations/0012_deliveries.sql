-- The outbox: messages to be sent, written in the transaction of the change that they are about. It also has the mails about
-- accounts, whose store_id is the account's id; so there is no foreign key.
--
-- Claiming a delivery updates no indexed column, so that the update is heap-only (HOT): no index may contain leased_until,
-- attempts or claimed_by, and the fillfactor leaves room in each page.
create table deliveries (
  store_id text not null,
  id text not null,
  kind text not null check (kind in ('whatsapp', 'customer', 'webhook', 'mail', 'push')),
  recipient text not null, -- the owner's or the customer's number, the webhook's id, the mail address
  event text not null,
  subject_id text, -- the order or product that it tells of
  -- No foreign key: deleting payloads would need an index on this column, which each acknowledgement would have to update.
  payload_id text not null,
  state text not null default 'waiting' check (state in ('waiting', 'done', 'failed', 'paused')),
  attempts integer not null default 0,
  attempts_before integer not null default 0, -- attempts before the last redelivery: the retry schedule starts over after them
  due_at timestamptz not null default clock_timestamp(),
  leased_until timestamptz,
  claimed_by text, -- the claim's id, by which a worker undoes a claim whose response it did not get
  batch_id text, -- shared by the deliveries that are sent as one message; each attempt has its own
  one_by_one boolean not null default false, -- sent only while no other of its recipient is in flight, to preserve the order
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

-- The payloads of deliveries, one for all recipients of a message. In a table of its own, because a delivery's row is rewritten by
-- each claim and each acknowledgement, and the payload is most of its size.
create table delivery_payloads (
  store_id text not null,
  id text not null,
  payload jsonb not null,
  traceparent text not null, -- the span of the request that the message is of (W3C Trace Context)
  created_at timestamptz not null default clock_timestamp(),
  primary key (store_id, id)
);
create index delivery_payloads_by_age on delivery_payloads using brin (created_at);

-- When a recipient may get its next message, and its last batch.
create table recipient_pace (
  kind text not null,
  recipient text not null,
  next_at timestamptz not null,
  batch_id text, -- its last batch, to see whether that is still in flight
  primary key (kind, recipient)
);
