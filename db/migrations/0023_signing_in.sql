-- How a person proves who they are. An address is proved before its account is made, so every account's address is a proved one.
alter table accounts
  add column totp_secret text, -- base32; null while there is no second step
  add column totp_last_step bigint; -- of the last code that was taken: none is taken twice

-- What someone has been asked and may answer once within some minutes: a code sent by mail, a link, a passkey's challenge.
-- Only the hash of the secret is stored that the asked browser's cookie (or the mailed link) holds.
create table account_challenges (
  token_hash bytea primary key,
  purpose text not null,
  account_id text references accounts on delete cascade,
  code_hash bytea, -- keyed with the secret; null where no code is right
  state jsonb not null,
  tries smallint not null default 0,
  expires_at timestamptz not null
);
create index on account_challenges (account_id);
create index on account_challenges (expires_at);

-- Failed proofs of one kind, per address or known browser, and until when further ones are not heard.
create table proof_failures (
  key text primary key,
  failures integer not null,
  failed_at timestamptz not null,
  paused_until timestamptz
);
create index on proof_failures (failed_at);

-- Browsers that an account signed in from; the cookie outlives signing out.
create table known_devices (
  account_id text not null references accounts on delete cascade,
  id text not null,
  token_hash bytea not null,
  created_at timestamptz not null default clock_timestamp(),
  last_used_at timestamptz not null default clock_timestamp(),
  primary key (account_id, id),
  unique (account_id, token_hash)
);
create index on known_devices (last_used_at);

create table recovery_codes (
  account_id text not null references accounts on delete cascade,
  code_hash bytea not null,
  primary key (account_id, code_hash)
);

create table passkeys (
  id text primary key, -- the credential's, base64url
  account_id text not null references accounts on delete cascade,
  name text not null,
  public_key bytea not null,
  counter bigint not null,
  transports text[] not null,
  created_at timestamptz not null default clock_timestamp(),
  last_used_at timestamptz
);
create index on passkeys (account_id);

-- Who invited; null where the operator did.
alter table invitations add column invited_by text references accounts on delete set null;

-- Mails about accounts leave by the same outbox: its rows are kept by store, or by account.
alter table deliveries drop constraint deliveries_store_id_fkey;
alter table delivery_payloads drop constraint delivery_payloads_store_id_fkey;
