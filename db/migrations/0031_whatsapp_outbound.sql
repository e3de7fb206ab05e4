-- Oldest release: 0.2.0
-- Locks: orders, stores
-- Numbers whose owners wrote `baja`: nothing is sent to them but answers to what they write. In the form that phoneKey makes.
create table whatsapp_opt_outs (
  phone text primary key,
  opted_out_at timestamptz not null default clock_timestamp()
);

-- Whether the store asks shoppers to confirm their number by WhatsApp, and whether the one of an order was confirmed so.
alter table stores add column phone_verification text not null default 'off';
alter table orders add column phone_verified boolean not null default false;

-- The codes by which numbers are confirmed; an expired one is kept for a week, to say that it has expired.
create table phone_codes (
  store_id text not null references stores,
  code text not null,
  order_id text not null,
  expires_at timestamptz not null,
  primary key (store_id, code),
  foreign key (store_id, order_id) references orders (store_id, id)
);
create index phone_codes_of_order on phone_codes (store_id, order_id);
create index phone_codes_by_code on phone_codes (code);
create index phone_codes_by_expiry on phone_codes (expires_at);
