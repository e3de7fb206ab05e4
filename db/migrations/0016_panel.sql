-- The store whose panel an account opened last.
create table panel_visits (
  account_id text primary key references accounts,
  store_id text not null
);

-- Unsaved forms. Phones with little memory close the browser's tab while the camera is open.
create table panel_drafts (
  store_id text not null references stores,
  account_id text not null references accounts,
  form text not null, -- its path below the store's panel: /productos/nuevo
  fields jsonb not null, -- as the form sent them: {"name": ["Café"]}
  updated_at timestamptz not null default clock_timestamp(),
  primary key (store_id, account_id, form)
);
create index panel_drafts_by_age on panel_drafts (updated_at);
