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

-- Who gets which events of a store, all where these are null, and the state in which their deliveries start: paused where the
-- webhook was disabled for failing, until it is enabled again. One that its owner switched off gets none. Listeners of a command
-- line read theirs themselves: paused deliveries are not claimed by workers.
create view webhook_targets as
select store_id, id as recipient, events, case when is_active then 'waiting' else 'paused' end as state
from webhooks
where is_active or disabled_reason is not null
union all
select store_id, id, null, 'paused'
from webhook_listeners
where listens_until > now();
