-- What a payer needs to know of a payment method: MethodOfOrder in src/features/orders/payment.ts. The planner inlines it.
create or replace function method_of_order(
  p_instructions text, p_accounts jsonb, p_pix_key text, p_merchant_name text, p_merchant_city text
) returns jsonb language sql stable parallel safe
as $$
  select jsonb_build_object(
    'instructions', p_instructions, 'accounts', p_accounts, 'pixKey', p_pix_key, 'merchantName', p_merchant_name,
    'merchantCity', p_merchant_city
  )
$$;

-- How an order of place_order is paid: the state and what is stored of the payment, and what the payer needs of the method; nulls
-- without one.
create or replace function pay_order(
  p record, p_store record, p_total numeric, p_now timestamptz, out error json, out state text, out stored jsonb, out method jsonb
) language plpgsql stable
as $$
declare
  v_method record;
begin
  if p.payment_method_id is not null then
    select kind, name, method_of_order(instructions, accounts, pix_key, merchant_name, merchant_city) as shown into v_method
    from payment_methods
    where store_id = p.store_id and id = p.payment_method_id and is_active;
    if not found then
      error := json_build_object('outcome', 'payment_method_not_found');
      return;
    elsif p.whole_units -> v_method.kind ? p_store.currency and min_scale(p_total) > 0 then
      error := json_build_object(
        'outcome', 'cents_not_taken', 'total', trim_scale(p_total), 'currency', p_store.currency, 'others', exists (
          select from payment_methods m
          where m.store_id = p.store_id and m.is_active and not coalesce(p.whole_units -> m.kind ? p_store.currency, false)
        )
      );
      return;
    end if;
    state := case when p_total = 0 then 'PAID' else 'PENDING' end;
    stored := jsonb_build_object(
      'methodId', p.payment_method_id, 'kind', v_method.kind, 'name', v_method.name, 'changeFor', trim_scale(p.change_for),
      'reference', null, 'paidAt', case when p_total = 0 then p_now end,
      'by', case when p_total = 0 then 'system' else p.placed_by end, 'history', '[]'::jsonb
    );
    method := v_method.shown;
  end if;
  if p.change_for is not null then
    if stored ->> 'kind' is distinct from 'cash' then
      error := json_build_object('outcome', 'change_not_in_cash');
    elsif min_scale(p.change_for) > p_store.currency_digits then
      error := json_build_object('outcome', 'amount_too_fine', 'field', 'changeFor');
    elsif p.change_for < p_total then
      error := json_build_object('outcome', 'change_too_low', 'total', trim_scale(p_total), 'currency', p_store.currency);
    end if;
  end if;
end
$$;
