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

-- What place_order takes off this subtotal by the code that was given. `id` is null for a test order, which does not
-- count as a use. Locks the discount: two orders can't both take the last use.
create or replace function discount_order(
  p record, p_store record, p_subtotal numeric, p_now timestamptz, out error json, out id text, out code text, out amount numeric
) language plpgsql volatile
as $$
declare
  v_discount record;
  v_reason text;
begin
  select
    discount.id, discount.code, type, value, min_order_total, max_uses, used_count, is_active, starts_at, expires_at
  into v_discount
  from discounts as discount
  where store_id = p.store_id and discount.code = upper(p.discount_code)
  for no key update;
  v_reason := case when not found then 'not_found' else discount_refusal(
    v_discount.is_active, v_discount.starts_at, v_discount.expires_at, v_discount.used_count, v_discount.max_uses,
    v_discount.min_order_total, p_subtotal, p_now
  ) end;
  if v_reason = 'minimum' then
    error := json_build_object(
      'outcome', 'discount', 'reason', v_reason, 'minOrderTotal', trim_scale(v_discount.min_order_total),
      'currency', p_store.currency
    );
  elsif v_reason is not null then
    error := json_build_object('outcome', 'discount', 'reason', v_reason);
  else
    id := case when not p.is_test then v_discount.id end;
    code := v_discount.code;
    amount := discount_amount(v_discount.type, v_discount.value, p_subtotal, p_store.currency_digits);
  end if;
end
$$;
