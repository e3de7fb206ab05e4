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

-- Updates all that is computed from orders when one is placed, changes its status, or gets other items: what its customer spent, in the
-- store's currency (not for test orders), product_sums and order_sums (neither), and the counters of the lists. Call it once at the end
-- of the transaction that writes an order. All transactions lock the customer, products by id, counters by name, then the sums, so
-- they can't deadlock.
--   p_order     a row of orders as it is now, or these columns of it
--   p_before    { status, total, items }: those that were others before; null for a new order
--   p_counters  the names of further counters that go up by one, or nulls
create or replace function count_order(p_order record, p_before jsonb, p_counters text[]) returns void language plpgsql volatile
as $$
declare
  v_from text := case when p_before is not null then coalesce(p_before ->> 'status', p_order.status) end;
  v_total numeric := coalesce((p_before -> 'total')::numeric, p_order.total); -- of before
  v_is_completed boolean := is_completed(p_order.status);
  v_was_completed boolean := coalesce(is_completed(v_from), false);
  v_spent numeric := v_is_completed::int * p_order.total - v_was_completed::int * v_total;
  v_pending integer := (p_order.status = 'pending')::int - coalesce((v_from = 'pending')::int, 0);
begin
  if v_spent <> 0 and not p_order.is_test then
    update customers
    set total_spent = total_spent + v_spent
    where store_id = p_order.store_id
    and id = p_order.customer_id
    and p_order.currency = (select currency from stores where id = p_order.store_id);
  end if;
  if not p_order.is_test and (v_is_completed <> v_was_completed or v_is_completed and p_before ? 'items') then
    perform sum_products(
      p_order.store_id, p_order.created_at, p_order.currency, case when v_is_completed then p_order.items end,
      case when v_was_completed then coalesce(p_before -> 'items', p_order.items) end
    );
  end if;

  insert into counters as counter (store_id, name, slot, value)
  select p_order.store_id, name, floor(random() * 8)::smallint, case when name = 'orders.' || v_from then -1 else 1 end
  from unnest(
    case when v_from = p_order.status then p_counters else p_counters || array['orders.' || v_from, 'orders.' || p_order.status] end
  ) as name
  where name is not null
  order by name
  on conflict (store_id, name, slot) do update
  set value = counter.value + excluded.value;

  if not p_order.is_test and (v_from is distinct from p_order.status or p_order.total <> v_total) then
    insert into order_sums as sums
      (store_id, starts_at, currency, slot, completed, pending, cancelled, completed_amount, pending_amount)
    values (
      p_order.store_id, date_bin('15 minutes', p_order.created_at, 'epoch'), p_order.currency, pg_backend_pid() % 16,
      v_is_completed::int - v_was_completed::int, v_pending,
      (p_order.status = 'cancelled')::int - coalesce((v_from = 'cancelled')::int, 0), v_spent,
      (p_order.status = 'pending')::int * p_order.total - coalesce((v_from = 'pending')::int, 0) * v_total
    )
    on conflict (store_id, starts_at, currency, slot) do update
    set
      completed = sums.completed + excluded.completed,
      pending = sums.pending + excluded.pending,
      cancelled = sums.cancelled + excluded.cancelled,
      completed_amount = sums.completed_amount + excluded.completed_amount,
      pending_amount = sums.pending_amount + excluded.pending_amount;
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
