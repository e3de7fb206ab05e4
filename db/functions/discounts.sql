-- Why a discount does not apply to a subtotal at this time; null where it does. The planner inlines both functions.
create or replace function discount_refusal(
  p_is_active boolean, p_starts_at timestamptz, p_expires_at timestamptz, p_used_count integer, p_max_uses integer,
  p_min_order_total numeric, p_subtotal numeric, p_now timestamptz
) returns text language sql immutable parallel safe
as $$
  select case
    when not p_is_active or p_starts_at > p_now then 'inactive'
    when p_expires_at <= p_now then 'expired'
    when p_used_count >= p_max_uses then 'exhausted'
    when p_subtotal < p_min_order_total then 'minimum'
  end
$$;

-- The amount that a discount takes off a subtotal, rounded to the digits of the currency.
create or replace function discount_amount(p_type text, p_value numeric, p_subtotal numeric, p_digits integer)
returns numeric language sql immutable parallel safe
as $$
  select case p_type
    when 'percentage' then round(p_subtotal * p_value / 100, p_digits)
    else least(p_value, p_subtotal)
  end
$$;
