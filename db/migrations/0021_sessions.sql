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

-- The store whose panel an account opened last.
create table panel_visits (
  account_id text primary key references accounts,
  store_id text not null
);
