create table themes (
  store_id text not null references stores,
  id text not null,
  is_active boolean not null default false,
  published jsonb not null default '{}',
  draft jsonb,
  draft_updated_at timestamptz,
  preview_token text, -- the secret part of the address under which the draft can be seen
  updated_at timestamptz not null default clock_timestamp(),
  primary key (store_id, id),
  unique (store_id, preview_token)
);
create unique index themes_active_key on themes (store_id) where is_active;

-- Former published settings of themes.
create table theme_versions (
  store_id text not null references stores,
  id text not null,
  theme_id text not null,
  settings jsonb not null,
  replaced_at timestamptz not null default clock_timestamp(),
  primary key (store_id, id)
);
create index on theme_versions (store_id, theme_id, replaced_at);
