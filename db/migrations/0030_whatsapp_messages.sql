-- Oldest release: 0.2.0
-- Locks: changes, deliveries, stores
-- Messages that people write to the service's number on WhatsApp: stored by the callback, handled by the worker, each once and in the
-- order of its conversation. They belong to the service; store_id is the store that one turned out to be about.
create sequence whatsapp_arrivals;
create table whatsapp_messages (
  wamid text primary key, -- the provider's id
  n bigint not null, -- in the order of arrival
  phone text not null, -- of who wrote it
  kind text not null check (kind in ('text', 'tap', 'other')),
  text text not null, -- the beginning of it; of a tap, what the button says
  payload text, -- of a tap: the button's id (src/whatsapp/buttons.ts)
  sent_at timestamptz not null, -- by the provider
  received_at timestamptz not null default clock_timestamp(),
  attempts integer not null default 0, -- that failed
  retry_at timestamptz,
  handled_at timestamptz,
  store_id text,
  outcome text, -- what came of it: src/whatsapp/message.ts
  summary text, -- the same for people
  proposal jsonb -- a change that was shown and waits for its button
) with (fillfactor = 70);
create unique index whatsapp_messages_by_arrival on whatsapp_messages (n);
create index whatsapp_messages_waiting on whatsapp_messages (phone, n) where handled_at is null;
create index whatsapp_messages_of_phone on whatsapp_messages (phone, n);
create index whatsapp_messages_of_store on whatsapp_messages (store_id, n) where store_id is not null;
create index whatsapp_messages_by_age on whatsapp_messages using brin (received_at);

-- What is answered to them is a delivery too.
alter table deliveries drop constraint deliveries_kind_check;
alter table deliveries
  add constraint deliveries_kind_check
  check (kind in ('whatsapp', 'customer', 'webhook', 'mail', 'push', 'payment', 'answer')) not valid;

-- What owners change by a message is recorded as theirs.
alter table changes drop constraint changes_by_check;
alter table changes
  add constraint changes_by_check check (by in ('panel', 'api', 'assistant', 'import', 'operator', 'whatsapp')) not valid;

-- Whether nobody can order until closed_until, whatever orders_while_closed says.
alter table stores add column closed_for_orders boolean not null default false;
