-- The tables of the service. Every table of a store has store_id first in its primary key and in its
-- foreign keys, so that a row can't point into another store.

create table accounts (
  id text primary key,
  email text not null unique check (email = lower(email)),
  name text,
  password_hash text not null,
  created_at timestamptz not null default clock_timestamp(),
  updated_at timestamptz not null default clock_timestamp()
);

create table stores (
  id text primary key,
  name text not null,
  slug text not null unique,
  description text,
  whatsapp_number text,
  currency text not null,
  currency_digits smallint not null,
  message_template text,
  plan text not null default 'free' check (plan in ('free', 'pro', 'lifetime')),
  billing_state text not null default 'active' check (billing_state in ('active', 'suspended')),
  catalog_version bigint not null default 1,
  deleted_at timestamptz,
  created_at timestamptz not null default clock_timestamp(),
  updated_at timestamptz not null default clock_timestamp()
);

-- Slugs that a store left behind: they redirect to it and stay taken until they lapse.
create table slug_holds (
  slug text primary key,
  store_id text not null references stores,
  held_until timestamptz not null
);
create index on slug_holds (store_id);

create table members (
  store_id text not null references stores,
  id text not null,
  account_id text not null references accounts,
  role text not null check (role in ('OWNER', 'ADMIN', 'STAFF')),
  created_at timestamptz not null default clock_timestamp(),
  primary key (store_id, id),
  unique (store_id, account_id)
);
create index on members (account_id, store_id);

create table invitations (
  store_id text not null references stores,
  id text not null,
  email text not null check (email = lower(email)),
  role text not null check (role in ('ADMIN', 'STAFF')),
  token_hash bytea not null unique,
  expires_at timestamptz not null,
  created_at timestamptz not null default clock_timestamp(),
  primary key (store_id, id),
  unique (store_id, email)
);

create table api_keys (
  id text primary key,
  token_hash bytea not null unique,
  prefix text not null,
  name text not null,
  kind text not null check (kind in ('STORE', 'ACCOUNT')),
  account_id text not null references accounts,
  store_id text references stores,
  scopes text[] not null,
  last_used_at timestamptz,
  expires_at timestamptz,
  revoked_at timestamptz,
  created_at timestamptz not null default clock_timestamp(),
  updated_at timestamptz not null default clock_timestamp(),
  check ((kind = 'STORE') = (store_id is not null))
);
create index on api_keys (store_id) where store_id is not null;
create index on api_keys (account_id);

-- Hits of the current window, per key or address. A crash of the database forgets the short windows; the
-- long ones (an hour, a day) stand in a table of their own that outlives it.
create unlogged table rate_hits (
  key text primary key,
  ends_at timestamptz not null,
  hits integer not null
) with (fillfactor = 70);
create table long_rate_hits (
  key text primary key,
  ends_at timestamptz not null,
  hits integer not null
) with (fillfactor = 70);

-- The first answer to each Idempotency-Key, written in the transaction of the change that it answers.
create table idempotency_keys (
  scope text not null,
  key text not null,
  request_hash bytea not null,
  status smallint not null,
  body text not null,
  location text,
  created_at timestamptz not null default clock_timestamp(),
  primary key (scope, key)
);
create index on idempotency_keys (created_at);

-- Totals of the lists. A hot name is spread over several slots; its value is their sum.
create table counters (
  store_id text not null references stores,
  name text not null,
  slot smallint not null default 0,
  value bigint not null,
  primary key (store_id, name, slot)
) with (fillfactor = 70);

create table categories (
  store_id text not null references stores,
  id text not null,
  name text not null,
  slug text not null,
  position integer not null,
  is_active boolean not null default true,
  created_at timestamptz not null default clock_timestamp(),
  updated_at timestamptz not null default clock_timestamp(),
  primary key (store_id, id),
  unique (store_id, slug)
);

create table products (
  store_id text not null references stores,
  id text not null,
  name text not null,
  slug text not null,
  description text,
  price numeric(13, 4) not null check (price between 0 and 999999999.99),
  compare_price numeric(13, 4),
  image_url text,
  category_id text,
  is_active boolean not null default true,
  -- what a list shows of the variants, kept by the operations that write them: [{ id, name, price, isActive }]
  variants jsonb not null default '[]',
  -- name and description without case and accents, for the search
  search_text text not null default '',
  deleted_at timestamptz,
  created_at timestamptz not null default clock_timestamp(),
  updated_at timestamptz not null default clock_timestamp(),
  primary key (store_id, id),
  foreign key (store_id, category_id) references categories on delete set null (category_id)
);
create unique index products_slug_key on products (store_id, slug) where deleted_at is null;
create index products_by_creation on products (store_id, created_at desc, id desc) where deleted_at is null;
create index products_active_by_creation on products (store_id, created_at desc, id desc)
  where deleted_at is null and is_active;
create index products_by_update on products (store_id, updated_at desc, id desc) where deleted_at is null;
create index products_by_name on products (store_id, name, id) where deleted_at is null;
create index products_by_price on products (store_id, price, id) where deleted_at is null;
create index products_by_category on products (store_id, category_id) where deleted_at is null;

create table variants (
  store_id text not null,
  id text not null,
  product_id text not null,
  name text not null,
  price numeric(13, 4), -- null: the product's price
  is_active boolean not null default true,
  is_default boolean not null default false, -- the one variant of a product that has none
  position integer not null,
  removed_at timestamptz,
  primary key (store_id, id),
  foreign key (store_id, product_id) references products
);
create index on variants (store_id, product_id, position);

create table shipping_options (
  store_id text not null references stores,
  id text not null,
  name text not null,
  price numeric(13, 4) not null check (price between 0 and 999999999.99),
  description text,
  estimated_delivery text,
  position integer not null,
  is_active boolean not null default true,
  created_at timestamptz not null default clock_timestamp(),
  updated_at timestamptz not null default clock_timestamp(),
  primary key (store_id, id)
);

create table discounts (
  store_id text not null references stores,
  id text not null,
  code text not null check (code = upper(code)),
  type text not null check (type in ('percentage', 'fixed')),
  value numeric(13, 4) not null check (value > 0),
  min_order_total numeric(13, 4),
  max_uses integer,
  starts_at timestamptz,
  expires_at timestamptz,
  is_active boolean not null default true,
  used_count integer not null default 0,
  created_at timestamptz not null default clock_timestamp(),
  updated_at timestamptz not null default clock_timestamp(),
  primary key (store_id, id),
  unique (store_id, code)
);

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
create index customers_by_last_order on customers (store_id, last_order_at desc, id desc);

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
  -- frozen: [{ productId, productName, variantId, variantName, quantity, unitPrice, subtotal }]
  items jsonb not null,
  items_hash bytea not null, -- of the merged variants and quantities; finds duplicates
  subtotal numeric(13, 4) not null,
  discount_id text,
  discount_code text,
  discount_amount numeric(13, 4),
  shipping_name text,
  shipping_price numeric(13, 4),
  total numeric(13, 4) not null check (total between 0 and 999999999.99),
  timeline jsonb not null, -- [{ status, at, by }]
  tracking_token text not null unique,
  is_test boolean not null default false,
  notification_state text not null default 'NOT_CONFIGURED'
    check (notification_state in ('NOT_CONFIGURED', 'QUEUED', 'SENT', 'DELIVERED', 'READ', 'FAILED')),
  notification_reason text,
  notification_updated_at timestamptz not null default clock_timestamp(),
  created_at timestamptz not null default clock_timestamp(),
  updated_at timestamptz not null default clock_timestamp(),
  primary key (store_id, id),
  constraint orders_number_key unique (store_id, order_number),
  foreign key (store_id, customer_id) references customers
);
create index orders_by_creation on orders (store_id, created_at desc, id desc);
create index orders_by_status on orders (store_id, status, created_at desc, id desc);
create index orders_by_customer on orders (store_id, customer_id, created_at desc, id desc);

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
create index reviews_by_creation on reviews (store_id, created_at desc, id desc);
create index reviews_by_product on reviews (store_id, product_id, status, created_at desc, id desc);

create table catalog_events (
  store_id text not null references stores,
  id text not null,
  type text not null check (type in ('ADD_TO_CART', 'CHECKOUT_COMPLETED')),
  session_id text not null,
  metadata jsonb,
  created_at timestamptz not null default clock_timestamp(),
  primary key (store_id, id)
);
create index catalog_events_by_creation on catalog_events (store_id, created_at, type, session_id);

create table connections (
  store_id text not null references stores,
  id text not null,
  settings jsonb not null default '{}',
  is_paused boolean not null default false,
  last_error text,
  updated_at timestamptz not null default clock_timestamp(),
  primary key (store_id, id)
);

create table webhooks (
  store_id text not null references stores,
  id text not null,
  url text not null,
  secret text not null,
  previous_secret text,
  previous_secret_until timestamptz,
  events text[] not null,
  is_active boolean not null default true,
  disabled_reason text,
  failing_since timestamptz,
  created_at timestamptz not null default clock_timestamp(),
  updated_at timestamptz not null default clock_timestamp(),
  primary key (store_id, id)
);

-- The outbox: what has to leave the service, written in the transaction of the change that it tells of.
create table deliveries (
  store_id text not null references stores,
  id text not null,
  kind text not null check (kind in ('whatsapp', 'webhook', 'mail')),
  recipient text not null, -- the owner's number, the webhook's id, the mail address
  event text not null,
  subject_id text, -- the order or product that it tells of
  payload jsonb not null,
  state text not null default 'waiting' check (state in ('waiting', 'done', 'failed', 'paused')),
  attempts integer not null default 0,
  due_at timestamptz not null default clock_timestamp(),
  leased_until timestamptz,
  status integer,
  duration integer, -- ms
  reason text,
  message_id text, -- the provider's
  created_at timestamptz not null default clock_timestamp(),
  finished_at timestamptz,
  primary key (store_id, id)
);
create index deliveries_due on deliveries (kind, due_at) where state = 'waiting';
create index deliveries_waiting_of_recipient on deliveries (kind, recipient, created_at) where state = 'waiting';
create index deliveries_of_recipient on deliveries (store_id, recipient, created_at desc, id desc);
create index deliveries_by_message on deliveries (message_id) where message_id is not null;

-- When a recipient may get its next message; a row is the right to send until then.
create table recipient_pace (
  kind text not null,
  recipient text not null,
  next_at timestamptz not null,
  primary key (kind, recipient)
);

create table themes (
  store_id text not null references stores,
  id text not null,
  is_active boolean not null default false,
  published jsonb not null default '{}',
  draft jsonb,
  draft_updated_at timestamptz,
  updated_at timestamptz not null default clock_timestamp(),
  primary key (store_id, id)
);
create unique index themes_active_key on themes (store_id) where is_active;
