-- Oldest release: 0.2.0
-- Locks: deliveries, stores
-- A store's accounts with providers of payment; the pages of theirs where its orders are paid; and what somebody has to look at.
create table payment_accounts (
  store_id text not null references stores,
  id text not null check (id in ('mercadopago', 'stripe')), -- the provider
  state text not null check (state in ('pending', 'connected', 'refused')),
  account_id text not null, -- the store's account, by the provider's id
  secrets text, -- its tokens, encrypted: src/payments/providers/encryption.ts
  expires_at timestamptz, -- of the tokens
  updated_at timestamptz not null default clock_timestamp(),
  primary key (store_id, id)
);
create index payment_accounts_by_account on payment_accounts (id, account_id);
create index payment_accounts_by_expiry on payment_accounts (expires_at) where state = 'connected';
create trigger record_change after insert or update or delete on payment_accounts
  for each row when (current_setting('vitrina.actor', true) <> '')
  execute function record_change('payment_accounts', '{updated_at,expires_at,account_id}', '{secrets}');

create table payment_pages (
  store_id text not null references stores,
  order_id text not null,
  provider text not null,
  page_id text not null, -- of the provider: a preference or a session
  url text not null,
  amount numeric not null, -- another total needs another page
  created_at timestamptz not null default clock_timestamp(),
  expires_at timestamptz not null,
  search_at timestamptz, -- when the provider is searched for its payment; null: no more
  primary key (store_id, order_id)
);
create index payment_pages_lapsed on payment_pages (expires_at);
create index payment_pages_to_search on payment_pages (search_at) where search_at is not null;

-- Payments that changed nothing, or not all that they should have, until somebody has dealt with them.
create table payment_problems (
  store_id text not null references stores,
  id text not null,
  provider text not null,
  payment_id text not null,
  reason text not null,
  order_id text,
  details jsonb not null, -- { expected, received }
  created_at timestamptz not null default clock_timestamp(),
  resolved_at timestamptz,
  primary key (store_id, id)
);
create unique index payment_problems_of_payment on payment_problems (store_id, provider, payment_id, reason);
create index payment_problems_resolved on payment_problems (resolved_at) where resolved_at is not null;
create index payment_problems_open on payment_problems (store_id, created_at) where resolved_at is null;

-- The reading of a payment from its provider is a delivery too.
alter table deliveries drop constraint deliveries_kind_check;
alter table deliveries
  add constraint deliveries_kind_check check (kind in ('whatsapp', 'customer', 'webhook', 'mail', 'push', 'payment')) not valid;
