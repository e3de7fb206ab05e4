-- The store's customer at the payment provider, and the entitlement last derived from its objects. A store is changed only when the
-- derived entitlement changes, so that what the operator set by hand stays until then.
create table billing_accounts (
  store_id text primary key references stores,
  customer_id text,
  subscription_id text, -- the live one
  plan text not null default 'free' check (plan in ('free', 'pro', 'lifetime')),
  state text not null default 'active' check (state in ('active', 'suspended')),
  warned_invoice_id text, -- the unpaid invoice that the owners were mailed about
  is_past_due boolean not null default false, -- the last charge failed, and is tried again
  ends_at timestamptz, -- the end of a plan that its owner cancelled
  synced_at timestamptz, -- when the last sync began: events received before it are covered by it
  created_at timestamptz not null default clock_timestamp(),
  updated_at timestamptz not null default clock_timestamp()
);

-- The store of each customer at the payment provider: its events name the customer alone.
create table billing_customers (
  customer_id text primary key,
  store_id text not null
);
create index on billing_customers (store_id);

create table billing_changes (
  store_id text not null references stores,
  id text not null,
  plan_before text not null,
  plan text not null,
  state_before text not null,
  state text not null,
  cause text not null,
  event_id text, -- the provider's
  created_at timestamptz not null default clock_timestamp(),
  primary key (store_id, id)
);
create index billing_changes_by_creation on billing_changes (store_id, created_at desc, id desc);

-- The provider's events that were applied: each comes at least once, and not in order.
create table billing_events (
  store_id text not null references stores,
  id text not null,
  type text not null,
  received_at timestamptz not null default clock_timestamp(),
  primary key (store_id, id)
);
create index on billing_events (received_at);

-- The month in which owners were last warned of each limit of the plan.
create table cap_warnings (
  store_id text not null references stores,
  resource text not null,
  month date not null,
  primary key (store_id, resource)
);
