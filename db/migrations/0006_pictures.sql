-- Pictures that owners uploaded. They are stored in the database, so that its backup is complete.
create table pictures (
  store_id text not null references stores,
  id text not null,
  source_hash bytea not null, -- of the bytes as they were uploaded: the same photo twice is stored once
  type text not null,
  width integer not null,
  height integer not null,
  body bytea not null,
  created_at timestamptz not null default clock_timestamp(),
  expires_at timestamptz not null default clock_timestamp() + interval '30 days', -- when it goes, unless something shows it
  primary key (store_id, id),
  unique (store_id, source_hash)
);
-- They are compressed already.
alter table pictures alter column body set storage external;
create index pictures_by_expiry on pictures (expires_at);
