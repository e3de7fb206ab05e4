-- Oldest release: 0.2.0
-- Locks: stores
-- Carts that assistants fill. A crash may empty them: whoever wants one again makes it again. Lines are [{ variantId, quantity }].
create unlogged table carts (
  store_id text not null references stores,
  id text not null,
  lines jsonb not null,
  expires_at timestamptz not null,
  primary key (store_id, id)
);
create index carts_by_expiry on carts (expires_at);

-- How many were made in each month, where the store is.
create table cart_months (
  store_id text not null references stores,
  month text not null, -- '2026-11'
  carts integer not null,
  primary key (store_id, month)
);
