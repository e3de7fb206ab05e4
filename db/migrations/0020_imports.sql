-- Uploaded files, for a day, so that a dry run and the import after it read the same file.
create table import_files (
  store_id text not null references stores,
  id text not null,
  name text,
  body bytea not null,
  created_at timestamptz not null default clock_timestamp(),
  primary key (store_id, id)
);
alter table import_files alter column body set storage external;
create index import_files_by_age on import_files (created_at);

create table imports (
  store_id text not null references stores,
  id text not null,
  file_id text not null,
  file_name text,
  state text not null default 'waiting' check (state in ('waiting', 'done', 'failed', 'undoing', 'undone')),
  is_dry_run boolean not null,
  skips_refused boolean not null,
  adds_categories boolean not null, -- whether the requester may create categories
  column_map jsonb not null,
  account_id text, -- the requester, and the key that was used
  key_id text,
  attempts integer not null default 0, -- how often it was started
  result jsonb not null default '{}', -- see src/imports/import.ts
  created_at timestamptz not null default date_trunc('milliseconds', clock_timestamp()),
  finished_at timestamptz,
  primary key (store_id, id)
);
-- One at a time in each store.
create unique index imports_under_way on imports (store_id) where state in ('waiting', 'undoing');
create index imports_due on imports (created_at) where state in ('waiting', 'undoing');
create index imports_by_creation on imports (store_id, created_at desc, id desc);
create index imports_by_age on imports (created_at);

-- A product of a file, before and after the import, in the form of ProductRow (src/products/product.ts).
create table import_rows (
  store_id text not null,
  import_id text not null,
  line integer not null,
  action text not null check (action in ('new', 'changed', 'unchanged', 'refused')),
  product_id text,
  name text,
  issues jsonb not null default '[]',
  before jsonb,
  after jsonb,
  kept jsonb, -- after an undo: the fields that were changed since and kept their values
  primary key (store_id, import_id, line),
  foreign key (store_id, import_id) references imports on delete cascade
);

-- Pictures on other sites that products of an import show, until they are stored here.
create table import_pictures (
  store_id text not null,
  import_id text not null,
  n integer not null,
  url text not null,
  product_ids text[] not null,
  state text not null default 'waiting' check (state in ('waiting', 'stored', 'failed')),
  stored_url text,
  reason text, -- why it failed, for people
  attempts integer not null default 0,
  due_at timestamptz not null default clock_timestamp(),
  primary key (store_id, import_id, n),
  foreign key (store_id, import_id) references imports on delete cascade
);
create index import_pictures_due on import_pictures (due_at) where state = 'waiting';
create index import_pictures_stored on import_pictures (store_id, md5(url)) where state = 'stored';
