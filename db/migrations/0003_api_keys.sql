-- The lookup of every request reads a key's scopes as one text: joining them for each took a sixth of its time. A generated
-- column takes immutable functions only; array_to_string is one for text, but not for every type, so it isn't declared as one.
create function scopes_as_text(scopes text[]) returns text language sql immutable parallel safe
return array_to_string(scopes, ' ');

create table api_keys (
  id text primary key,
  token_hash bytea not null unique,
  prefix text not null,
  name text not null,
  kind text not null check (kind in ('STORE', 'ACCOUNT')),
  account_id text not null references accounts,
  store_id text, -- the only one that it opens; null for a key of the account
  scopes text[] not null,
  scopes_text text not null generated always as (scopes_as_text(scopes)) stored,
  last_used_at timestamptz,
  expires_at timestamptz,
  revoked_at timestamptz,
  replaced_by text, -- the key that was made in its place; this one works until its `expires_at`
  created_at timestamptz not null default clock_timestamp(),
  updated_at timestamptz not null default clock_timestamp(),
  check ((kind = 'STORE') = (store_id is not null))
);
create index on api_keys (store_id) where store_id is not null;
create index on api_keys (account_id);
create index api_keys_by_end on api_keys (least(revoked_at, expires_at));

-- The requests of each key, for 7 days. Unlogged: a crash of the database may lose them.
create unlogged table key_requests (
  key_id text not null, -- no foreign key: they are written in batches, of which none may be refused
  method text not null,
  path text not null, -- without its query string
  status smallint not null,
  duration integer not null, -- ms
  at timestamptz not null
);
create index key_requests_of_key on key_requests (key_id, at desc);
create index key_requests_by_age on key_requests using brin (at);
