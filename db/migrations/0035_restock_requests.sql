-- Oldest release: 0.2.0
-- Locks: deliveries, stores
-- People who wait for a variant that is sold out: each wrote from their own WhatsApp, and gets one message when it is back.
create table restock_requests (
  store_id text not null references stores,
  variant_id text not null, -- no foreign key, which each change of a stock would check: one of a removed variant expires
  phone text not null, -- in the form that phoneKey makes
  created_at timestamptz not null default clock_timestamp(),
  due_at timestamptz, -- once the variant is back: when it is looked at again, and the message enqueued
  primary key (store_id, variant_id, phone)
);
create index restock_requests_of_phone on restock_requests (phone);
create index restock_requests_by_age on restock_requests (created_at);

-- The message is a delivery of a kind of its own, so that those to people who wait never delay those about orders.
alter table deliveries drop constraint deliveries_kind_check;
alter table deliveries
  add constraint deliveries_kind_check
  check (kind in ('whatsapp', 'customer', 'webhook', 'mail', 'push', 'payment', 'answer', 'restock')) not valid;
