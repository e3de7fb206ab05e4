-- What an order costs, null where that is more than one may: each is computed before anything is written. The planner inlines both
-- functions.
create or replace function order_total(p_subtotal numeric, p_shipping numeric, p_discount numeric)
returns numeric language sql immutable parallel safe
as $$
  select case
    when greatest(p_subtotal, p_subtotal + coalesce(p_shipping, 0) - coalesce(p_discount, 0)) <= 999999999.99
      then p_subtotal + coalesce(p_shipping, 0) - coalesce(p_discount, 0)
  end
$$;

-- The error of a subtotal below the store's minimum, else null.
create or replace function below_minimum(p_subtotal numeric, p_minimum numeric, p_currency text)
returns jsonb language sql stable parallel safe
as $$
  select case
    when p_subtotal < p_minimum
      then jsonb_build_object('outcome', 'below_minimum', 'minimumOrder', trim_scale(p_minimum), 'currency', p_currency)
  end
$$;
