create table connections (
  store_id text not null references stores,
  id text not null,
  settings jsonb not null default '{}',
  is_paused boolean not null default false,
  last_error text,
  updated_at timestamptz not null default clock_timestamp(),
  primary key (store_id, id)
);
-- Whose storefront a request from a custom domain comes from.
create index connections_by_domain on connections ((settings ->> 'domain')) where id = 'custom_domain';

-- Command lines that receive a store's events (`listen`), each while its lease lasts.
create table webhook_listeners (
  store_id text not null references stores,
  id text not null,
  listens_until timestamptz not null,
  primary key (store_id, id)
);

create table webhooks (
  store_id text not null references stores,
  id text not null,
  url text not null,
  secret text not null,
  previous_secret text,
  previous_secret_until timestamptz,
  events text[] not null,
  is_active boolean not null default true,
  disabled_reason text,
  failing_since timestamptz,
  created_at timestamptz not null default clock_timestamp(),
  updated_at timestamptz not null default clock_timestamp(),
  primary key (store_id, id)
);
