-- What people changed in a store, through what, and how it was before and after: one row for what one request did, as its
-- owner sees it, and one for each row of the store's tables that it touched.
create table changes (
  store_id text not null references stores,
  id text not null,
  by text not null check (by in ('panel', 'api', 'assistant', 'import', 'operator')),
  account_id text, -- who; null for the operator
  key_id text, -- with which key; null in the panel
  undoes text, -- the change that this one took back
  undone_by text, -- the change that took this one back
  created_at timestamptz not null default date_trunc('milliseconds', clock_timestamp()),
  primary key (store_id, id)
);
create index changes_by_creation on changes (store_id, created_at desc, id desc);
create index changes_by_age on changes using brin (created_at);

create table change_rows (
  store_id text not null,
  change_id text not null,
  n bigint generated always as identity, -- in the order in which they were written
  table_name text not null,
  row_id text not null,
  parent_id text, -- a variant's product
  label text, -- what people call it: a product's name, a discount's code
  before jsonb, -- the columns that changed; all of a row that was deleted; null for a new one
  after jsonb,
  primary key (store_id, change_id, n),
  foreign key (store_id, change_id) references changes on delete cascade
);
create index change_rows_by_row on change_rows (store_id, coalesce(parent_id, row_id));

-- The body of the function stands in db/functions. It is called only in transactions that are attributed to somebody, with
-- the table's name (a partition has another one), the columns that are no change by themselves, those whose values are never
-- written down, and, for rows that count as there before they are written, what they are until then. Other columns are
-- recorded without being named.
create function record_change() returns trigger language plpgsql as $$ begin return null; end $$;

create trigger record_change after insert or update or delete on products
  for each row when (current_setting('vitrina.actor', true) <> '')
  execute function record_change('products', '{updated_at,search_words,title_words}', '{}');
create trigger record_change after insert or update or delete on variants
  for each row when (current_setting('vitrina.actor', true) <> '')
  execute function record_change('variants', '{}', '{}');
create trigger record_change after insert or update or delete on categories
  for each row when (current_setting('vitrina.actor', true) <> '')
  execute function record_change('categories', '{updated_at}', '{}');
create trigger record_change after insert or update or delete on discounts
  for each row when (current_setting('vitrina.actor', true) <> '')
  execute function record_change('discounts', '{updated_at,used_count}', '{}');
create trigger record_change after insert or update or delete on shipping_options
  for each row when (current_setting('vitrina.actor', true) <> '')
  execute function record_change('shipping_options', '{updated_at}', '{}');
create trigger record_change after insert or update or delete on themes
  for each row when (current_setting('vitrina.actor', true) <> '')
  execute function record_change(
    'themes',
    '{updated_at,draft,draft_updated_at,preview_token}', '{}', '{"is_active": false, "published": {}}'
  );
create trigger record_change after insert or update or delete on members
  for each row when (current_setting('vitrina.actor', true) <> '')
  execute function record_change('members', '{}', '{}');
create trigger record_change after insert or update or delete on invitations
  for each row when (current_setting('vitrina.actor', true) <> '')
  execute function record_change('invitations', '{}', '{email,token_hash}');
create trigger record_change after insert or update or delete on api_keys
  for each row when (current_setting('vitrina.actor', true) <> '')
  execute function record_change('api_keys', '{updated_at,last_used_at,scopes_text}', '{token_hash}');
create trigger record_change after insert or update or delete on webhooks
  for each row when (current_setting('vitrina.actor', true) <> '')
  execute function record_change('webhooks', '{updated_at,failing_since}', '{url,secret,previous_secret}');

-- Every change of a catalog bumps its version, by a statement that changes nothing else: that one is passed over.
create trigger record_new after insert on stores
  for each row when (current_setting('vitrina.actor', true) <> '')
  execute function record_change('stores', '{updated_at}', '{}');
create trigger record_change after update on stores
  for each row when (current_setting('vitrina.actor', true) <> '' and old.catalog_version = new.catalog_version)
  execute function record_change(
    'stores',
    '{updated_at,keeps_stock,currency_digits,plan,billing_state,deleted_at,purge_failed_at}', '{}'
  );
