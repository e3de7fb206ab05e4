-- The record of changes: a row in `changes` for what one request did in a store, and a row in `change_rows` for each row that it
-- wrote, with its values before and after.
create table changes (
  store_id text not null references stores,
  id text not null,
  by text not null check (by in ('panel', 'api', 'assistant', 'import', 'operator')),
  account_id text, -- who; null for the operator
  key_id text, -- with which key; null in the panel
  undoes text, -- the change that this one undid
  undone_by text, -- the change that undid this one
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
  label text, -- its name for people: a product's name, a discount's code
  before jsonb, -- the columns that changed; all of a row that was deleted; null for a new one
  after jsonb,
  primary key (store_id, change_id, n),
  foreign key (store_id, change_id) references changes on delete cascade
);
create index change_rows_by_row on change_rows (store_id, coalesce(parent_id, row_id));

-- The body of the function is in db/functions. It runs only in attributed transactions. Its arguments: the table's name (a
-- partition has another one), the columns to ignore, the columns whose values are never recorded, and the values that a new row
-- is compared with, where it counts as existing before. All other columns are recorded.
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

-- Each change of a catalog bumps its version in a statement that changes nothing else; that statement is not recorded.
create trigger record_new after insert on stores
  for each row when (current_setting('vitrina.actor', true) <> '')
  execute function record_change('stores', '{updated_at}', '{}');
create trigger record_change after update on stores
  for each row when (current_setting('vitrina.actor', true) <> '' and old.catalog_version = new.catalog_version)
  execute function record_change(
    'stores',
    '{updated_at,keeps_stock,currency_digits,plan,billing_state,deleted_at,purge_failed_at}', '{}'
  );
