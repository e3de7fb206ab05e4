-- Shipping options and discounts.
create table shipping_options (
  store_id text not null references stores,
  id text not null,
  name text not null,
  kind text not null default 'delivery' check (kind in ('delivery', 'pickup')),
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
