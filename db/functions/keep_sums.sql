-- Trigger that maintains order_sums and product_sums in the transaction of each change. A transaction locks them after its
-- orders and before its counters, products in id order: no deadlock.
create or replace function keep_sums() returns trigger language plpgsql
as $$
begin
  if tg_op <> 'INSERT' and not old.is_test then
    perform add_to_sums(old.store_id, old.created_at, old.currency, old.status, old.total, old.items, -1);
  end if;
  if tg_op <> 'DELETE' and not new.is_test then
    perform add_to_sums(new.store_id, new.created_at, new.currency, new.status, new.total, new.items, 1);
  end if;
  return null;
end
$$;

create or replace function add_to_sums(
  p_store_id text, p_created_at timestamptz, p_currency text, p_status text, p_total numeric, p_items jsonb,
  p_sign integer
) returns void language plpgsql
as $$
declare
  v_completed boolean := is_completed(p_status);
  v_pending boolean := p_status = 'pending';
begin
  insert into order_sums as sums
    (store_id, starts_at, currency, slot, completed, pending, cancelled, completed_amount, pending_amount)
  values (
    p_store_id, date_bin('15 minutes', p_created_at, 'epoch'), p_currency, pg_backend_pid() % 16,
    p_sign * v_completed::int, p_sign * v_pending::int, p_sign * (p_status = 'cancelled')::int,
    p_sign * v_completed::int * p_total, p_sign * v_pending::int * p_total
  )
  on conflict (store_id, starts_at, currency, slot) do update
  set
    completed = sums.completed + excluded.completed,
    pending = sums.pending + excluded.pending,
    cancelled = sums.cancelled + excluded.cancelled,
    completed_amount = sums.completed_amount + excluded.completed_amount,
    pending_amount = sums.pending_amount + excluded.pending_amount;

  if v_completed then
    insert into product_sums as sums (store_id, span, starts_at, currency, product_id, units, gross)
    select
      p_store_id, spans.span, spans.starts_at, p_currency, item."productId", p_sign * sum(item.quantity),
      p_sign * sum(item.subtotal)
    from jsonb_to_recordset(p_items) as item ("productId" text, quantity integer, subtotal numeric)
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
