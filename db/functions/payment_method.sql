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
