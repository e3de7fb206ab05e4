create table reviews (
  store_id text not null references stores,
  id text not null,
  product_id text not null,
  name text not null,
  text text not null,
  rating smallint not null check (rating between 1 and 5),
  status text not null default 'pending' check (status in ('pending', 'approved', 'rejected')),
  verified_purchase boolean not null default false,
  created_at timestamptz not null default clock_timestamp(),
  updated_at timestamptz not null default clock_timestamp(),
  primary key (store_id, id),
  foreign key (store_id, product_id) references products
);
-- All, those of one status, those of one product in any status, and both.
create index reviews_by_creation on reviews (store_id, created_at desc, id desc);
create index reviews_by_status on reviews (store_id, status, created_at desc, id desc);
create index reviews_of_product on reviews (store_id, product_id, created_at desc, id desc);
create index reviews_by_product on reviews (store_id, product_id, status, created_at desc, id desc);
