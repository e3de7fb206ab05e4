-- Oldest release: 0.2.0
-- Locks: connections, stores
-- A shop's own domain. `stores.domain` is the domain that is open now, beside the slug wherever a store is read; the rest of
-- what is known about a claimed domain stands in `domains`. `shared_at` is when its address was first shared, or visited from
-- elsewhere.
alter table stores add column domain text, add column shared_at timestamptz;

-- A directory of the whole service, like slugs: hosts are looked up before a store is known.
create table domains (
  domain text not null, -- lower case, ASCII
  store_id text not null unique,
  state text not null default 'claimed' check (state in ('claimed', 'open', 'redirecting')),
  proved_at timestamptz, -- when the TXT record of this store was first seen there
  opened_at timestamptz,
  leads_here boolean not null default false, -- at the last look
  failed_days integer not null default 0,
  failed_since timestamptz,
  hint text, -- what is missing or failed, in Spanish
  seen jsonb not null default '{}', -- what DNS said at the last look
  grace_ends_at timestamptz, -- after a downgrade: from then on it redirects
  last_request_at timestamptz,
  checked_at timestamptz,
  check_at timestamptz, -- next look; null: none
  created_at timestamptz not null default now(),
  updated_at timestamptz not null default now(),
  primary key (domain, store_id)
);
create unique index domains_served on domains (domain) where state <> 'claimed';
create index domains_due on domains (check_at) where check_at is not null;

alter table connections add column used_at timestamptz; -- when a provider last read the feed of its connection
create trigger record_change after insert or update or delete on connections
  for each row when (current_setting('vitrina.actor', true) <> '')
  execute function record_change('connections', '{updated_at,last_error,used_at}', '{}');
