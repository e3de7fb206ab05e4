-- The price of a shipping option for an order of this subtotal: 0 from p_free_from on. The planner inlines it.
create or replace function shipping_price(p_price numeric, p_subtotal numeric, p_free_from numeric)
returns numeric language sql immutable parallel safe
as $$
  select case when p_subtotal >= p_free_from then 0 else p_price end
$$;
