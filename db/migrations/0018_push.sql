-- Devices subscribed to pushes of new orders (Web Push). A subscription ends with the membership, and with its session.
create table push_subscriptions (
  store_id text not null,
  id text not null,
  account_id text not null references accounts on delete cascade,
  session_id text not null references sessions (id) on delete cascade,
  endpoint text not null, -- the address at the browser's push service; who knows it and the keys can send
  p256dh text not null,
  auth text not null,
  device text not null, -- as the list of devices calls it: "Chrome en Android"
  created_at timestamptz not null default clock_timestamp(),
  primary key (store_id, id),
  unique (store_id, endpoint),
  foreign key (store_id, account_id) references members (store_id, account_id) on delete cascade
);
create index on push_subscriptions (account_id, store_id);
create index on push_subscriptions (session_id);

-- The pair that signs pushes (VAPID), where the operator gives none: browsers are subscribed to its public half.
create table push_keys (
  is_only boolean primary key default true check (is_only),
  public_key text not null,
  private_key text not null
);
