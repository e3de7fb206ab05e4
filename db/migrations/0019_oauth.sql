-- Assistants that sign in by themselves (OAuth 2.1). Of codes, tokens and the ids of requests only the SHA-256 is stored.

-- Programs that ask for access: registered by themselves (RFC 7591), or named by the address of their metadata document.
create table oauth_clients (
  id text primary key,
  metadata jsonb not null,
  fetched_at timestamptz, -- of a document: when it was read last; null of a registered client
  fresh_until timestamptz, -- of a document: until then it is not read again
  granted_at timestamptz, -- when somebody gave it access last; null while nobody did
  created_at timestamptz not null default clock_timestamp(),
  check ((fetched_at is null) = (fresh_until is null))
);
create index on oauth_clients (created_at) where granted_at is null;

-- Authorization requests that wait until the person has signed in and chosen.
create table oauth_requests (
  id_hash bytea primary key,
  payload jsonb not null,
  expires_at timestamptz not null
);
create index on oauth_requests (expires_at);

-- The access that a member gives an assistant to a store, capped by the member's present role.
create table oauth_grants (
  store_id text not null references stores,
  id text not null,
  account_id text not null references accounts,
  client_id text not null references oauth_clients,
  client_name text not null, -- as its person saw it
  redirect_host text not null,
  scopes text[] not null,
  scopes_text text not null generated always as (scopes_as_text(scopes)) stored,
  last_used_at timestamptz,
  expires_at timestamptz not null, -- however often its tokens are renewed
  ended_at timestamptz,
  created_at timestamptz not null default clock_timestamp(),
  primary key (store_id, id)
);
create index on oauth_grants (id);
create index on oauth_grants (account_id);
create index on oauth_grants (client_id);

-- Codes and tokens, valid only while their grant exists.
create table oauth_tokens (
  token_hash bytea primary key,
  kind text not null check (kind in ('AuthorizationCode', 'AccessToken', 'RefreshToken')),
  store_id text not null,
  grant_id text not null,
  payload jsonb not null,
  consumed_at timestamptz, -- of a code or a refresh token: its reuse ends the grant
  expires_at timestamptz not null
);
create index on oauth_tokens (store_id, grant_id);
create index on oauth_tokens (expires_at);
