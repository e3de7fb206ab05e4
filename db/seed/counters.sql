-- $1 the store. Everything that is counted along the way when a shop lives, counted at once.
with ordered as (
  select
    customer_id,
    count(*) as orders,
    coalesce(sum(total) filter (where is_completed(status)), 0) as spent,
    min(created_at) as first_at,
    max(created_at) as last_at
  from orders
  where store_id = $1
  group by customer_id
), targets as (
  update customers
  set
    order_count = orders, total_spent = spent, first_order_at = first_at, last_order_at = last_at,
    created_at = first_at, updated_at = last_at
  from ordered
  where store_id = $1 and id = customer_id
), used as (
  select discount_id, count(*) as uses
  from orders
  where store_id = $1 and discount_id is not null and status <> 'cancelled'
  group by discount_id
), spent as (
  update discounts
  set used_count = uses
  from used
  where store_id = $1 and id = discount_id
), totals as (
  select 'customers' as name, count(*) as value from customers where store_id = $1
  union all
  select 'orders.' || status, count(*) from orders where store_id = $1 group by status
  union all
  select 'reviews.' || status, count(*) from reviews where store_id = $1 group by status
  union all
  select 'sessions.' || type, count(*) from event_sessions where store_id = $1 group by type
)
select increment_counter($1, name, value) from totals order by name
