-- Pictures that owners uploaded. They stand with the store's data: a backup of the database is a backup of the shop.
create table pictures (
  store_id text not null references stores,
  id text not null,
  -- Of the bytes as they were uploaded: the same photo twice is stored once.
  source_hash bytea not null,
  type text not null,
  width integer not null,
  height integer not null,
  body bytea not null,
  created_at timestamptz not null default clock_timestamp(),
  -- When it goes unless something shows it then.
  expires_at timestamptz not null default clock_timestamp() + interval '30 days',
  primary key (store_id, id),
  unique (store_id, source_hash)
);
-- Pictures are compressed already.
alter table pictures alter column body set storage external;
create index pictures_by_expiry on pictures (expires_at);

-- What a product shows, in its order: [{"url", "alt"}]. The first is image_url.
alter table products add column images jsonb not null default '[]';
update products set images = jsonb_build_array(jsonb_build_object('url', image_url, 'alt', null)) where image_url is not null;
