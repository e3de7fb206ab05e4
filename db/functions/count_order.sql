-- Adds items of completed orders to product_sums, and takes others away. Null is none.
create or replace function sum_products(
  p_store_id text, p_created_at timestamptz, p_currency text, p_added jsonb, p_removed jsonb
) returns void language plpgsql volatile
as $$
begin
  insert into product_sums as sums (store_id, span, starts_at, currency, product_id, units, gross)
  select
    p_store_id, spans.span, spans.starts_at, p_currency, item."productId", sum(sign * item.quantity), sum(sign * item.subtotal)
  from (
    select 1 as sign, * from jsonb_to_recordset(p_added) as item ("productId" text, quantity integer, subtotal numeric)
    union all
    select -1, * from jsonb_to_recordset(p_removed) as item ("productId" text, quantity integer, subtotal numeric)
  ) as item
  cross join (
    values
      ('day', date_bin('1 day', p_created_at, 'epoch')),
      ('week', date_bin('7 days', p_created_at, 'epoch')),
      ('ever', timestamptz 'epoch')
  ) as spans (span, starts_at)
  group by spans.span, spans.starts_at, item."productId"
  order by spans.span, item."productId"
  on conflict (store_id, span, starts_at, currency, product_id) do update
  set units = sums.units + excluded.units, gross = sums.gross + excluded.gross;
end
$$;

-- Adds to order_sums how many orders are in these states, and what they cost.
create or replace function sum_orders(
  p_store_id text, p_created_at timestamptz, p_currency text, p_completed integer, p_pending integer, p_cancelled integer,
  p_completed_amount numeric, p_pending_amount numeric
) returns void language plpgsql volatile
as $$
begin
  insert into order_sums as sums
    (store_id, starts_at, currency, slot, completed, pending, cancelled, completed_amount, pending_amount)
  values (
    p_store_id, date_bin('15 minutes', p_created_at, 'epoch'), p_currency, pg_backend_pid() % 16, p_completed, p_pending, p_cancelled,
    p_completed_amount, p_pending_amount
  )
  on conflict (store_id, starts_at, currency, slot) do update
  set
    completed = sums.completed + excluded.completed,
    pending = sums.pending + excluded.pending,
    cancelled = sums.cancelled + excluded.cancelled,
    completed_amount = sums.completed_amount + excluded.completed_amount,
    pending_amount = sums.pending_amount + excluded.pending_amount;
end
$$;

-- Updates everything precomputed from orders when one is placed (p_from is null) or changes its status: order_sums and
-- product_sums (not for test orders), and the counters of the lists. Call it once at the end of the transaction that
-- writes an order. All transactions lock products by id, then counters by name, then the sums, so they can't deadlock.
create or replace function count_order(
  p_store_id text, p_created_at timestamptz, p_currency text, p_total numeric, p_items jsonb, p_is_test boolean,
  p_from text, p_to text,
  p_is_new_customer boolean, -- these two update counters only
  p_is_stock_shown boolean
) returns void language plpgsql volatile
as $$
declare
  v_completed integer := is_completed(p_to)::int - coalesce(is_completed(p_from)::int, 0);
  v_pending integer := (p_to = 'pending')::int - coalesce((p_from = 'pending')::int, 0);
  v_cancelled integer := (p_to = 'cancelled')::int - coalesce((p_from = 'cancelled')::int, 0);
begin
  if v_completed <> 0 and not p_is_test then
    perform sum_products(
      p_store_id, p_created_at, p_currency, case when v_completed > 0 then p_items end, case when v_completed < 0 then p_items end
    );
  end if;

  insert into counters as counter (store_id, name, slot, value)
  select p_store_id, name, floor(random() * 8)::smallint, by
  from (
    values
      ('customers', p_is_new_customer::int),
      ('orders.' || p_from, -1),
      ('orders.' || p_to, 1),
      ('stock.shown', p_is_stock_shown::int)
  ) as changes (name, by)
  where name is not null and by <> 0
  order by name
  on conflict (store_id, name, slot) do update
  set value = counter.value + excluded.value;

  if not p_is_test and (v_completed <> 0 or v_pending <> 0 or v_cancelled <> 0) then
    perform sum_orders(
      p_store_id, p_created_at, p_currency, v_completed, v_pending, v_cancelled, v_completed * p_total, v_pending * p_total
    );
  end if;
end
$$;

-- Recomputes the sums of a store, after orders were written in bulk.
create or replace function rebuild_sums(p_store_id text) returns void language sql volatile
as $$
  delete from order_sums where store_id = p_store_id;
  delete from product_sums where store_id = p_store_id;

  insert into order_sums
    (store_id, starts_at, currency, slot, completed, pending, cancelled, completed_amount, pending_amount)
  select
    store_id, date_bin('15 minutes', created_at, 'epoch'), currency, 0,
    count(*) filter (where is_completed(status)),
    count(*) filter (where status = 'pending'),
    count(*) filter (where status = 'cancelled'),
    coalesce(sum(total) filter (where is_completed(status)), 0),
    coalesce(sum(total) filter (where status = 'pending'), 0)
  from orders
  where store_id = p_store_id and not is_test
  group by 1, 2, 3;

  insert into product_sums (store_id, span, starts_at, currency, product_id, units, gross)
  select
    store_id, 'day', date_bin('1 day', created_at, 'epoch'), currency, item."productId", sum(item.quantity),
    sum(item.subtotal)
  from orders
  cross join jsonb_to_recordset(items) as item ("productId" text, quantity integer, subtotal numeric)
  where store_id = p_store_id and is_completed(status) and not is_test
  group by store_id, 3, currency, item."productId";

  insert into product_sums (store_id, span, starts_at, currency, product_id, units, gross)
  select store_id, 'week', date_bin('7 days', starts_at, 'epoch'), currency, product_id, sum(units), sum(gross)
  from product_sums
  where store_id = p_store_id and span = 'day'
  group by 1, 3, currency, product_id;

  insert into product_sums (store_id, span, starts_at, currency, product_id, units, gross)
  select store_id, 'ever', 'epoch', currency, product_id, sum(units), sum(gross)
  from product_sums
  where store_id = p_store_id and span = 'week'
  group by store_id, currency, product_id
$$;
