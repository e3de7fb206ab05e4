create table customers (
  store_id text not null references stores,
  id text not null,
  phone text not null,
  name text not null,
  address text,
  order_count integer not null default 0,
  total_spent numeric(18, 4) not null default 0, -- completed orders in the store's currency
  first_order_at timestamptz not null,
  last_order_at timestamptz not null,
  created_at timestamptz not null default clock_timestamp(),
  updated_at timestamptz not null default clock_timestamp(),
  primary key (store_id, id),
  unique (store_id, phone)
);
create index customers_by_last_order on customers (store_id, last_order_at desc, id desc) where order_count > 0;

-- The names that customers ordered under, without case and accents: what a search reads instead of every order. It all
-- stands in the key's index, so that a store's names are read from a few pages.
create table customer_names (
  store_id text not null,
  customer_id text not null,
  name text not null,
  phone text not null, -- the customer's, which never changes
  search_text text not null,
  primary key (store_id, customer_id, name) include (search_text, phone),
  foreign key (store_id, customer_id) references customers
);

create table orders (
  store_id text not null references stores,
  id text not null,
  order_number text not null,
  status text not null default 'pending'
    check (status in ('pending', 'confirmed', 'shipped', 'delivered', 'cancelled')),
  customer_id text not null,
  customer_name text not null,
  customer_phone text not null,
  customer_address text,
  notes text,
  currency text not null,
  -- frozen: [{ productId, productName, variantId, variantName, quantity, unitPrice, subtotal, isStockTaken }]
  items jsonb not null,
  items_hash bytea not null, -- of the merged variants and quantities; finds duplicates
  subtotal numeric(13, 4) not null,
  discount_id text,
  discount_code text,
  discount_amount numeric(13, 4),
  shipping_name text,
  shipping_price numeric(13, 4),
  delivery_kind text check (delivery_kind in ('delivery', 'pickup')), -- the shipping option's
  wanted_at timestamptz, -- when the shopper would like to have it
  notify_customer boolean not null default false, -- the shopper agreed to be written to
  total numeric(13, 4) not null check (total between 0 and 999999999.99),
  timeline jsonb not null, -- [{ status, at, by }]
  tracking_token text not null,
  is_test boolean not null default false,
  notification_state text not null default 'NOT_CONFIGURED'
    check (notification_state in ('NOT_CONFIGURED', 'QUEUED', 'SENT', 'DELIVERED', 'READ', 'FAILED')),
  notification_reason text,
  notification_updated_at timestamptz not null default clock_timestamp(),
  created_at timestamptz not null default clock_timestamp(),
  updated_at timestamptz not null default clock_timestamp(),
  primary key (store_id, id),
  unique (store_id, order_number),
  unique (store_id, tracking_token),
  foreign key (store_id, customer_id) references customers
);
create index orders_by_creation on orders (store_id, created_at desc, id desc);
create index orders_by_status on orders (store_id, status, created_at desc, id desc);
create index orders_by_customer on orders (store_id, customer_id, created_at desc, id desc);
