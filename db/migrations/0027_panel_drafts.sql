-- What a member was typing when the camera opened: a cheap phone ends the tab behind it.
create table panel_drafts (
  store_id text not null references stores,
  account_id text not null references accounts,
  -- The form's path below the store's panel: /productos/nuevo
  form text not null,
  -- As the form sent them: {"name": ["Café"]}
  fields jsonb not null,
  updated_at timestamptz not null default clock_timestamp(),
  primary key (store_id, account_id, form)
);
create index panel_drafts_by_age on panel_drafts (updated_at);
