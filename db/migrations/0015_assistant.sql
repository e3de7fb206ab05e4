-- What assistants changed: by which key, with which tool, and how it was before and after.
create table assistant_actions (
  store_id text not null references stores,
  id text not null,
  key_id text not null references api_keys,
  tool text not null,
  subject_id text not null, -- the product, order, … that was changed; the store itself for its settings
  before jsonb,
  after jsonb,
  created_at timestamptz not null default clock_timestamp(),
  primary key (store_id, id)
);
create index on assistant_actions (store_id, created_at desc, id desc);
create index assistant_actions_by_age on assistant_actions using brin (created_at);
