-- Updates everything precomputed from orders when an order of this status gets other items: the sums by the difference (not of test
-- orders) and the counters on which cached pages depend. Call it once at the end of the transaction, like
-- count_order, with which it shares the order of locks.
create or replace function recount_order(
  p_store_id text, p_id text, p_items_before jsonb, p_total_before numeric, p_is_stock_moved boolean,
  p_is_stock_shown boolean
) returns void language plpgsql volatile
as $$
declare
  v_order record;
begin
  select created_at, currency, total, items, is_test, status into v_order
  from orders
  where store_id = p_store_id and id = p_id;

  if is_completed(v_order.status) and not v_order.is_test then
    insert into product_sums as sums (store_id, span, starts_at, currency, product_id, units, gross)
    select
      p_store_id, spans.span, spans.starts_at, v_order.currency, item."productId", sum(sign * item.quantity),
      sum(sign * item.subtotal)
    from (
      select -1 as sign, * from jsonb_to_recordset(p_items_before) as item ("productId" text, quantity integer, subtotal numeric)
      union all
      select 1, * from jsonb_to_recordset(v_order.items) as item ("productId" text, quantity integer, subtotal numeric)
    ) as item
    cross join (
      values
        ('day', date_bin('1 day', v_order.created_at, 'epoch')),
        ('week', date_bin('7 days', v_order.created_at, 'epoch')),
        ('ever', timestamptz 'epoch')
    ) as spans (span, starts_at)
    group by spans.span, spans.starts_at, item."productId"
    order by spans.span, item."productId"
    on conflict (store_id, span, starts_at, currency, product_id) do update
    set units = sums.units + excluded.units, gross = sums.gross + excluded.gross;
  end if;

  perform increment_counter(p_store_id, name, 1)
  from (
    select 'stock.changed' where p_is_stock_moved
    union all
    select 'stock.shown' where p_is_stock_shown
    order by 1
  ) as counted (name);

  insert into order_sums as sums
    (store_id, starts_at, currency, slot, completed, pending, cancelled, completed_amount, pending_amount)
  select
    p_store_id, date_bin('15 minutes', v_order.created_at, 'epoch'), v_order.currency, pg_backend_pid() % 16, 0, 0, 0,
    is_completed(v_order.status)::integer * by, (v_order.status = 'pending')::integer * by
  from (select v_order.total - p_total_before as by) as difference
  where not v_order.is_test and by <> 0
  on conflict (store_id, starts_at, currency, slot) do update
  set
    completed_amount = sums.completed_amount + excluded.completed_amount,
    pending_amount = sums.pending_amount + excluded.pending_amount;
end
$$;
