-- Updates everything precomputed from orders when an order of this status gets other items, by a proposal that was accepted: the sums
-- by the difference (not of test orders), the counters on which cached pages depend, and that of decisions. Call it once at the end of
-- the transaction, like count_order, with which it shares the order of locks.
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
    perform sum_products(p_store_id, v_order.created_at, v_order.currency, v_order.items, p_items_before);
  end if;

  perform increment_counter(p_store_id, name, 1)
  from (
    select 'proposals.decided'
    union all
    select 'stock.changed' where p_is_stock_moved
    union all
    select 'stock.shown' where p_is_stock_shown
    order by 1
  ) as counted (name);

  if not v_order.is_test and v_order.total <> p_total_before then
    perform sum_orders(
      p_store_id, v_order.created_at, v_order.currency, 0, 0, 0,
      is_completed(v_order.status)::integer * (v_order.total - p_total_before),
      (v_order.status = 'pending')::integer * (v_order.total - p_total_before)
    );
  end if;
end
$$;
