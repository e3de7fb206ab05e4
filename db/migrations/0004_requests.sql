-- Rate limits, idempotency keys and the log's salts.

-- Hits of the current window, per key or address. A crash of the database loses the short windows, which are unlogged; long
-- ones (an hour, a day) are in a logged table.
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

-- The stored response of each Idempotency-Key, written in the transaction of its request.
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

-- The salt of the day, with which addresses are hashed in the log. It is deleted a day later: hashes can't be traced back then.
create table log_salts (
  day date primary key,
  salt text not null
);
