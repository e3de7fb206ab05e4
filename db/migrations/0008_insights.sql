-- Lists of reviews by status, and of one product in any status.
create index reviews_by_status on reviews (store_id, status, created_at desc, id desc);
create index reviews_of_product on reviews (store_id, product_id, created_at desc, id desc);

-- Free-form JSON of a storefront, NUL escapes included: jsonb can't hold those.
alter table catalog_events alter metadata type json using metadata::json;

-- Sessions that sent an event of a type at least once; the totals of all time count them.
create table event_sessions (
  store_id text not null references stores,
  type text not null,
  session_id text not null,
  primary key (store_id, type, session_id)
);

-- Whose storefront a request from a custom domain comes from.
create index connections_by_domain on connections ((settings ->> 'domain')) where id = 'custom_domain';
