-- Stores and who works in them. Every table of a store, here and in the files that follow, has store_id first in its primary
-- key, its unique constraints and its foreign keys: a row can't point into another store, and all of a store can stand on one
-- server of several. Tables of the whole service have no foreign keys to those of stores.
create table stores (
  id text primary key,
  name text not null,
  slug text not null,
  description text,
  whatsapp_number text,
  currency text not null,
  currency_digits smallint not null,
  message_template text,
  address text,
  instagram text, -- the handle, without @
  payment_instructions text,
  minimum_order numeric(13, 4) check (minimum_order between 0 and 999999999.99),
  free_shipping_from numeric(13, 4) check (free_shipping_from between 0 and 999999999.99),
  hours jsonb, -- { mon: [["09:00", "18:00"]] }, in the store's time zone; null where none are set
  time_zone text, -- IANA; null is the currency's
  closed_until timestamptz,
  closed_message text,
  orders_while_closed boolean not null default true,
  allowed_origins text[] not null default '{}', -- pages of these origins may ask the API with a key of the store
  plan text not null default 'free' check (plan in ('free', 'pro', 'lifetime')),
  billing_state text not null default 'active' check (billing_state in ('active', 'suspended')),
  catalog_version bigint not null default 1,
  keeps_stock boolean not null default false, -- whether a variant was ever counted: orders then change what reads show
  deleted_at timestamptz,
  purge_failed_at timestamptz, -- when a deleted store could last not be purged: the others go before it is tried again
  created_at timestamptz not null default clock_timestamp(),
  updated_at timestamptz not null default clock_timestamp()
);
-- For CORS preflights, which carry no key: whether any store lists the origin.
create index on stores using gin (allowed_origins) where deleted_at is null;

-- The store of each slug. A store's former slug redirects to it, and stays taken until held_until; so does a deleted store's.
create table slugs (
  slug text primary key,
  store_id text not null,
  held_until timestamptz -- null while it is the store's own
);
create index on slugs (store_id);
create index on slugs (held_until);

create table members (
  store_id text not null references stores,
  id text not null,
  account_id text not null references accounts,
  role text not null check (role in ('OWNER', 'ADMIN', 'STAFF')),
  created_at timestamptz not null default clock_timestamp(),
  primary key (store_id, id),
  unique (store_id, account_id)
);
create index on members (account_id, store_id);

create table invitations (
  store_id text not null references stores,
  id text not null,
  email text not null check (email = lower(email)),
  role text not null check (role in ('ADMIN', 'STAFF')),
  token_hash bytea not null, -- the token begins with the store's id
  invited_by text references accounts on delete set null, -- null where the operator did
  expires_at timestamptz not null,
  created_at timestamptz not null default clock_timestamp(),
  primary key (store_id, id),
  unique (store_id, email),
  unique (store_id, token_hash)
);

-- Totals of the lists. A hot name is spread over several slots; its value is their sum.
create table counters (
  store_id text not null references stores,
  name text not null,
  slot smallint not null default 0,
  value bigint not null,
  primary key (store_id, name, slot)
) with (fillfactor = 70);
