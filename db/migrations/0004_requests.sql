-- What is remembered of requests.

-- Hits of the current window, per key or address. A crash of the database forgets the short windows; the long ones (an hour,
-- a day) stand in a table of their own that outlives it.
create unlogged table rate_hits (
  key text primary key,
  ends_at timestamptz not null,
  hits integer not null
) with (fillfactor = 70);
create table long_rate_hits (
  key text primary key,
  ends_at timestamptz not null,
  hits integer not null
) with (fillfactor = 70);

-- The first answer to each Idempotency-Key, written in the transaction of the change that it answers.
create table idempotency_keys (
  store_id text not null, -- what the answer is about: it commits where the change does. An account's id for its own keys
  scope text not null,
  key text not null,
  request_hash bytea not null,
  status smallint not null,
  body text not null,
  location text,
  created_at timestamptz not null default clock_timestamp(),
  primary key (store_id, scope, key)
);
create index on idempotency_keys (created_at);

-- The day's salt of the addresses in the log. A day later it is gone, and nobody can find out any more whose they were.
create table log_salts (
  day date primary key,
  salt text not null
);
