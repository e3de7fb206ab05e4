-- Whether an order counts as a sale: in revenue, in what a customer spent, in the ranking. The planner inlines it. The same rule
-- in TypeScript: isCompleted in src/features/orders/order.ts.
create or replace function is_completed(p_status text) returns boolean language sql immutable parallel safe
as $$
  select p_status in ('confirmed', 'shipped', 'delivered')
$$;
