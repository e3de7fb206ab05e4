-- Precomputed sums for the statistics, updated with each order and each change of its status (db/functions/count_order.sql), so
-- that a report of a million orders reads a few thousand rows. Test orders are left out.

-- Orders by the quarter of an hour in which they were created: the offsets of all time zones are multiples of that.
create table order_sums (
  store_id text not null references stores,
  starts_at timestamptz not null,
  currency text not null,
  slot smallint not null, -- one per connection, more or less, so that the orders of a busy store don't wait for each other
  completed integer not null,
  pending integer not null,
  cancelled integer not null,
  completed_amount numeric(20, 4) not null,
  pending_amount numeric(20, 4) not null,
  primary key (store_id, starts_at, currency, slot)
) with (fillfactor = 70);

-- What completed orders sold of each product, before order discounts, by UTC day, by seven of them, and ever.
create table product_sums (
  store_id text not null references stores,
  span text not null check (span in ('day', 'week', 'ever')),
  starts_at timestamptz not null,
  currency text not null,
  product_id text not null,
  units bigint not null,
  gross numeric(20, 4) not null,
  primary key (store_id, span, starts_at, currency, product_id)
) with (fillfactor = 70);

create table catalog_events (
  store_id text not null references stores,
  id text not null,
  type text not null check (type in ('ADD_TO_CART', 'CHECKOUT_COMPLETED')),
  session_id text not null,
  metadata json, -- free-form JSON of a storefront, NUL escapes included: jsonb can't hold those
  created_at timestamptz not null default clock_timestamp(),
  primary key (store_id, id)
);
create index catalog_events_by_creation on catalog_events (store_id, created_at, type, session_id);
-- For the deletion of old events.
create index catalog_events_by_age on catalog_events using brin (created_at);

-- Sessions that sent an event of a type at least once; the totals of all time count them.
create table event_sessions (
  store_id text not null references stores,
  type text not null,
  session_id text not null,
  created_at timestamptz not null default clock_timestamp(),
  primary key (store_id, type, session_id)
);
create index event_sessions_by_age on event_sessions using brin (created_at);
