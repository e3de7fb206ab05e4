-- Oldest release: 0.2.0
-- Locks: orders, stores
-- Receipts of payments that shoppers sent, stored for 180 days (src/payments/receipts).
create table receipts (
  store_id text not null references stores,
  id text not null,
  order_id text not null,
  source_hash bytea not null, -- of the bytes as they were sent
  type text not null,
  body bytea not null,
  fingerprint bytea not null, -- of what is written in a picture (src/media/fingerprint.ts); empty for a PDF
  duplicate_of text, -- the number of another order that it was sent for before
  created_at timestamptz not null default clock_timestamp(),
  primary key (store_id, id),
  unique (store_id, order_id, source_hash),
  foreign key (store_id, order_id) references orders (store_id, id)
);
-- Pictures are compressed already, and fingerprints are short.
alter table receipts alter column body set storage external, alter column fingerprint set storage external;
create index receipts_by_source on receipts (store_id, source_hash);
create index receipts_by_age on receipts (created_at);

-- By which texts a receipt is found among those that show the same.
create table receipt_keys (
  store_id text not null references stores,
  key integer not null,
  receipt_id text not null,
  primary key (store_id, key, receipt_id),
  foreign key (store_id, receipt_id) references receipts (store_id, id) on delete cascade
);
create index receipt_keys_of_receipt on receipt_keys (store_id, receipt_id);
