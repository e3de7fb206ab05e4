-- People: how they sign in, and who is signed in. An address is proved before its account is made.
create table accounts (
  id text primary key,
  email text not null unique check (email = lower(email)),
  name text,
  password_hash text not null,
  totp_secret text, -- base32; null while there is no second step
  totp_last_step bigint, -- of the last code that was taken: none is taken twice
  created_at timestamptz not null default clock_timestamp(),
  updated_at timestamptz not null default clock_timestamp()
);

-- Who is signed in to the panel. Only the SHA-256 of the cookie's 256 random bits is stored; a session that ends is deleted.
create table sessions (
  token_hash bytea primary key,
  id text not null unique, -- names it in the list of devices
  account_id text not null references accounts,
  device text not null, -- as the list of devices calls it: "Chrome en Android"
  known_device_id text, -- the browser's own cookie, which outlives signing out
  created_at timestamptz not null default clock_timestamp(),
  last_seen_at timestamptz not null default clock_timestamp(),
  expires_at timestamptz not null default clock_timestamp() + interval '90 days',
  proved_at timestamptz not null default clock_timestamp() -- when the person last proved who they are
) with (fillfactor = 80);
create index on sessions (account_id);

-- Challenges, each to be answered once within some minutes: a code or a link sent by mail, a passkey's challenge.
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

-- Failed proofs of one kind, per address or known browser, and until when further ones are refused.
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
