-- Names sort as a Spanish dictionary has them (es-x-icu): without regard to case, accents next to their letter, ñ after n.
create table categories (
  store_id text not null references stores,
  id text not null,
  name text collate "es-x-icu" not null,
  slug text not null,
  position integer not null,
  is_active boolean not null default true,
  created_at timestamptz not null default clock_timestamp(),
  updated_at timestamptz not null default clock_timestamp(),
  primary key (store_id, id),
  unique (store_id, slug)
);

create table products (
  store_id text not null references stores,
  id text not null,
  name text collate "es-x-icu" not null,
  slug text not null,
  description text,
  price numeric(13, 4) not null check (price between 0 and 999999999.99),
  compare_price numeric(13, 4),
  image_url text,
  images jsonb not null default '[]', -- in their order: [{ url, alt }]; the first is image_url
  category_id text,
  is_active boolean not null default true,
  options jsonb not null default '[]', -- what its variants differ in: [{ name, values }]
  keeps_stock boolean not null default false, -- whether a variant's stock is counted: reads then join it
  variants jsonb not null default '[]',
  -- By src/products/search-words.ts: what a search finds the product by, and of it what it is ranked by, which is short.
  search_words tsvector not null default '',
  title_words tsvector not null default '',
  deleted_at timestamptz,
  created_at timestamptz not null default clock_timestamp(),
  updated_at timestamptz not null default clock_timestamp(),
  primary key (store_id, id),
  foreign key (store_id, category_id) references categories
);
comment on column products.variants is
  'those not removed, in order: [{ id, name, price (null: the product''s), isActive, isDefault, optionValues, imageUrl, stock }];'
  ' stock is always null here: orders change it in the table of variants alone';
create unique index products_slug_key on products (store_id, slug) where deleted_at is null;

-- An index for each sort of the list of all products, and of the default list, the active ones. The list of the inactive
-- ones, which are few, is sorted.
create index products_by_creation on products (store_id, created_at desc, id desc) where deleted_at is null;
create index products_by_update on products (store_id, updated_at desc, id desc) where deleted_at is null;
create index products_by_name on products (store_id, name, id) where deleted_at is null;
create index products_by_price on products (store_id, price, id) where deleted_at is null;
create index products_by_category on products (store_id, category_id) where deleted_at is null;
create index products_active_by_creation on products (store_id, created_at desc, id desc)
  where deleted_at is null and is_active;
create index products_active_by_update on products (store_id, updated_at desc, id desc)
  where deleted_at is null and is_active;
create index products_active_by_name on products (store_id, name, id) where deleted_at is null and is_active;
create index products_active_by_price on products (store_id, price, id) where deleted_at is null and is_active;
create index products_active_by_category on products (store_id, category_id, created_at desc, id desc)
  where deleted_at is null and is_active;
-- Whether any product has a picture, which the guide of a new store asks.
create index products_with_image on products (store_id) where deleted_at is null and image_url is not null;
create index products_inactive on products (store_id, created_at desc, id desc)
  where deleted_at is null and not is_active;

-- What was deleted long ago.
create index products_by_deletion on products (deleted_at) where deleted_at is not null;

-- Without a list of pending entries, which each search would have to read through.
create index products_by_word on products using gin (search_words) with (fastupdate = off) where deleted_at is null;

create table variants (
  store_id text not null,
  id text not null,
  product_id text not null,
  name text not null,
  price numeric(13, 4), -- null: the product's price
  is_active boolean not null default true,
  is_default boolean not null default false, -- the one variant of a product that has none
  position integer not null,
  option_values jsonb not null default '[]', -- one of each of the product's options
  image_url text,
  stock integer check (stock between 0 and 999999999), -- null: not counted. Orders take it (db/functions/stock.sql)
  removed_at timestamptz,
  primary key (store_id, id),
  foreign key (store_id, product_id) references products
);
create index on variants (store_id, product_id, position);
create index variants_by_removal on variants (removed_at) where removed_at is not null;
