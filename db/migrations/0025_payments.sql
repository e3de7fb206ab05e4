-- Oldest release: 0.2.0
-- Locks: orders, stores
-- How a store is paid, and what an order knows about its payment. Money itself goes past the service.
create table payment_methods (
  store_id text not null references stores,
  id text not null,
  kind text not null check (kind in ('cash', 'transfer', 'pix', 'mercadopago', 'stripe')),
  name text not null,
  instructions text,
  accounts jsonb not null default '[]', -- of a transfer: [{ label, value }]
  pix_key text,
  merchant_name text,
  merchant_city text,
  position integer not null,
  is_active boolean not null default true,
  created_at timestamptz not null default clock_timestamp(),
  updated_at timestamptz not null default clock_timestamp(),
  primary key (store_id, id)
);
create unique index payment_methods_of_provider on payment_methods (store_id, kind) where kind in ('mercadopago', 'stripe');
create trigger record_change after insert or update or delete on payment_methods
  for each row when (current_setting('vitrina.actor', true) <> '')
  execute function record_change('payment_methods', '{updated_at}', '{}');

alter table stores
  add column confirm_paid_orders boolean not null default false,
  add column unpaid_hours integer,
  add column unpaid_hours_set_at timestamptz; -- it cancels no order sooner than an hour after

-- When the hours were set is no setting, and not undone with one.
drop trigger record_change on stores;
create trigger record_change after update on stores
  for each row when (current_setting('vitrina.actor', true) <> '' and old.catalog_version = new.catalog_version)
  execute function record_change(
    'stores',
    '{updated_at,keeps_stock,currency_digits,plan,billing_state,deleted_at,purge_failed_at,confirmed_number,unpaid_hours_set_at}',
    '{}'
  );

-- Null without a method. The indexes are in src/orders/build-indexes.ts.
alter table orders
  add column payment_state text, -- PENDING, REVIEW, PAID or REFUNDED
  -- { methodId, kind, name, changeFor, reference, paidAt, by, payUrl, history: [{ state, at, by, accountId, reference }] }
  add column payment jsonb;
create trigger record_payment after update of payment_state on orders
  for each row
  when (current_setting('vitrina.actor', true) <> '' and old.payment_state is distinct from new.payment_state)
  execute function record_change('orders', '{updated_at,payment}', '{}');

-- As for the other JSON of orders: 0021_json_statistics.sql.
do $$
begin
  if not exists (select from pg_extension where extname = 'citus') then
    alter table orders alter column payment set statistics 0;
  end if;
end
$$;
