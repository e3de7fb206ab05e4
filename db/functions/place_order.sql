-- Places an order in one round trip. A function, because each of its statements sees what was committed before the
-- lock was taken: two identical orders at once must not both find nothing.
--
-- Returns { outcome, … }: 'placed' with the stored order and the store's fields for the message, or the first error, with
-- nothing written.
create or replace function place_order(
  p_store_id text,
  p_id text,
  p_order_numbers text[], -- candidates: the order gets the first one that is not taken
  p_tracking_token text,
  p_customer_id text,
  p_name text,
  p_phone text,
  p_address text,
  p_notes text,
  p_variant_ids text[],  -- merged: each variant once
  p_quantities integer[],
  p_items_hash bytea,
  p_shipping_option_id text,
  p_discount_code text,
  p_notify boolean,      -- whether there is a provider for the owner's notice
  p_by text,             -- 'shopper', or 'panel', which may place duplicates
  p_is_test boolean,     -- counts neither for the customer nor for the discount, and takes no stock
  p_wanted_at timestamptz,
  p_notify_customer boolean,
  p_open_as_of timestamptz, -- stores.updated_at of the hours that the caller has found open; null in the first call
  p_traceparent text     -- of the request: its deliveries continue the trace
) returns jsonb language plpgsql volatile
as $$
declare
  v_now timestamptz;
  v_store record;
  v_earlier text;
  v_items jsonb;
  v_subtotal numeric;
  v_missing integer[];
  v_is_counted boolean;
  v_short jsonb;
  v_is_shown boolean := false; -- whether the stock that pages show has changed
  v_shipping_name text;
  v_shipping_kind text;
  v_shipping_price numeric;
  v_discount record;
  v_refusal text;
  v_discount_id text; -- null for a test order, which does not count as a use
  v_discount_code text;
  v_discount_amount numeric;
  v_total numeric;
  v_customer_id text;
  v_customer_name text;
  v_customer_is_new boolean;
  v_is_confirmed boolean;
  v_notified boolean;
  v_order_number text;
  v_row record;
  v_order jsonb;
begin
  -- FOR KEY SHARE blocks a change of the store's currency until this transaction ends.
  select
    id, name, slug, currency, currency_digits, whatsapp_number, confirmed_number, message_template, billing_state,
    payment_instructions, minimum_order, free_shipping_from, hours, time_zone, closed_until, orders_while_closed, updated_at
  into v_store
  from stores
  where id = p_store_id and deleted_at is null
  for key share;
  if not found then
    return jsonb_build_object('outcome', 'store_not_found');
  end if;
  if v_store.billing_state = 'suspended' then
    return jsonb_build_object('outcome', 'store_suspended', 'slug', v_store.slug);
  end if;

  perform pg_advisory_xact_lock(hashtextextended(p_store_id || ' ' || p_phone, 0));
  v_now := date_trunc('milliseconds', clock_timestamp());

  -- Plans are cached and may date from when the tables were empty. Each query here is written so that one index fits best
  -- whatever the tables hold: duplicates are looked for among the customer's orders, not the store's.
  select id, name into v_customer_id, v_customer_name
  from customers
  where store_id = p_store_id and phone = p_phone;

  if p_by = 'shopper' then
    select order_number into v_earlier
    from orders
    where store_id = p_store_id
    and customer_id = v_customer_id
    and items_hash = p_items_hash
    and status <> 'cancelled'
    and not is_test
    and created_at > v_now - interval '5 minutes'
    order by created_at desc
    limit 1;
    if found then
      return jsonb_build_object('outcome', 'duplicate', 'orderNumber', v_earlier);
    end if;
  end if;

  -- Checked after duplicates: a retry of an order that was placed gets DUPLICATE_ORDER, even if the store has closed or the
  -- requested time has passed since. Opening hours are evaluated in src/hours/hours.ts: if these are open, the caller calls
  -- again.
  if p_by = 'shopper' and not v_store.orders_while_closed and v_store.updated_at is distinct from p_open_as_of then
    return jsonb_build_object(
      'outcome', 'hours',
      'asOf', v_store.updated_at,
      'schedule', jsonb_build_object(
        'hours', v_store.hours, 'timeZone', v_store.time_zone, 'currency', v_store.currency,
        'closedUntil', v_store.closed_until
      )
    );
  end if;
  if p_by = 'shopper' and p_wanted_at < v_now then
    return jsonb_build_object('outcome', 'wanted_too_early');
  end if;

  select
    jsonb_agg(
      jsonb_build_object(
        'productId', found.product_id,
        'productName', found.product_name,
        'variantId', asked.variant_id,
        'variantName', found.variant_name,
        'quantity', asked.quantity,
        'unitPrice', trim_scale(found.price),
        'subtotal', trim_scale(found.price * asked.quantity),
        'isStockTaken', found.is_counted
      )
      order by asked.n
    ),
    sum(found.price * asked.quantity),
    array_agg(asked.n - 1 order by asked.n) filter (where found.price is null),
    bool_or(found.is_counted)
  into v_items, v_subtotal, v_missing, v_is_counted
  from unnest(p_variant_ids, p_quantities) with ordinality as asked (variant_id, quantity, n)
  left join lateral (
    select
      product.id as product_id,
      product.name as product_name,
      case when not variant.is_default then variant.name end as variant_name,
      coalesce(variant.price, product.price) as price,
      variant.stock is not null and not p_is_test as is_counted
    from (
      select product_id, name, price, stock, is_default, is_active and removed_at is null as is_on_sale
      from variants
      where store_id = p_store_id and id = asked.variant_id
      offset 0
    ) as variant
    cross join lateral (
      select id, name, price, is_active and deleted_at is null as is_on_sale
      from products
      where store_id = p_store_id and id = variant.product_id
      offset 0
    ) as product
    where variant.is_on_sale and product.is_on_sale
  ) as found on true;
  if v_missing is not null then
    return jsonb_build_object('outcome', 'variant_not_found', 'missing', v_missing);
  end if;
  if p_by = 'shopper' and v_subtotal < v_store.minimum_order then
    return jsonb_build_object(
      'outcome', 'below_minimum', 'minimumOrder', trim_scale(v_store.minimum_order), 'currency', v_store.currency
    );
  end if;

  if p_shipping_option_id is not null then
    select name, kind, shipping_price(price, v_subtotal, v_store.free_shipping_from)
    into v_shipping_name, v_shipping_kind, v_shipping_price
    from shipping_options
    where store_id = p_store_id and id = p_shipping_option_id and is_active;
    if not found then
      return jsonb_build_object('outcome', 'shipping_not_found');
    end if;
  end if;

  if p_discount_code is not null then
    select id, code, type, value, min_order_total, max_uses, used_count, is_active, starts_at, expires_at
    into v_discount
    from discounts
    where store_id = p_store_id and code = upper(p_discount_code)
    for no key update; -- two orders can't both take the last use
    v_refusal := case when not found then 'not_found' else discount_refusal(
      v_discount.is_active, v_discount.starts_at, v_discount.expires_at, v_discount.used_count, v_discount.max_uses,
      v_discount.min_order_total, v_subtotal, v_now
    ) end;
    if v_refusal = 'minimum' then
      return jsonb_build_object(
        'outcome', 'discount', 'reason', v_refusal, 'minOrderTotal', trim_scale(v_discount.min_order_total),
        'currency', v_store.currency
      );
    elsif v_refusal is not null then
      return jsonb_build_object('outcome', 'discount', 'reason', v_refusal);
    end if;
    v_discount_id := case when not p_is_test then v_discount.id end;
    v_discount_code := v_discount.code;
    v_discount_amount := discount_amount(v_discount.type, v_discount.value, v_subtotal, v_store.currency_digits);
  end if;

  v_total := v_subtotal + coalesce(v_shipping_price, 0) - coalesce(v_discount_amount, 0);
  if greatest(v_total, v_subtotal) > 999999999.99 then
    return jsonb_build_object('outcome', 'total_too_high');
  end if;

  if v_is_counted then
    select p_items, p_short, p_is_shown into v_items, v_short, v_is_shown
    from take_stock(p_store_id, v_items);
    if v_short is not null then
      return jsonb_build_object('outcome', 'out_of_stock', 'short', v_short);
    end if;
  end if;

  -- All checks have passed. Lock order, as everywhere: discount, stock, customer, order, counters and sums.
  if v_discount_id is not null then
    update discounts
    set used_count = used_count + 1
    where store_id = p_store_id and id = v_discount_id;
  end if;

  -- The advisory lock on the phone keeps concurrent orders from inserting the same customer. A customer with test orders only
  -- has an order_count of 0 and is not listed; searches find the test orders by its name and phone.
  if v_customer_id is null then
    insert into customers
      (store_id, id, phone, name, address, order_count, first_order_at, last_order_at, created_at, updated_at)
    values (p_store_id, p_customer_id, p_phone, p_name, p_address, (not p_is_test)::int, v_now, v_now, v_now, v_now)
    returning id, order_count = 1 into v_customer_id, v_customer_is_new;
  elsif not p_is_test then
    update customers
    set
      name = case when p_by = 'panel' and order_count > 0 then name else p_name end, -- the shop does not rename who it knows
      address = coalesce(p_address, address),
      order_count = order_count + 1,
      first_order_at = case when order_count = 0 then v_now else first_order_at end,
      last_order_at = v_now,
      updated_at = v_now
    where store_id = p_store_id and id = v_customer_id
    returning order_count = 1 into v_customer_is_new;
  end if;
  if v_customer_name is distinct from p_name then
    insert into customer_names (store_id, customer_id, name, phone, search_text)
    values (p_store_id, v_customer_id, p_name, p_phone, fold(p_name))
    on conflict do nothing;
  end if;

  -- Null is a store of before numbers were confirmed, about which a maintenance job has not decided yet.
  v_is_confirmed := coalesce(v_store.confirmed_number, v_store.whatsapp_number) = v_store.whatsapp_number;
  v_notified := p_notify and coalesce(v_is_confirmed, false);
  foreach v_order_number in array p_order_numbers loop
    insert into orders (
      store_id, id, order_number, customer_id, customer_name, customer_phone, customer_address, notes, currency,
      items, items_hash, subtotal, discount_id, discount_code, discount_amount, shipping_name, shipping_price, total,
      delivery_kind, wanted_at, notify_customer, timeline, tracking_token, is_test, notification_state,
      notification_reason, notification_updated_at, created_at, updated_at
    )
    values (
      p_store_id, p_id, v_order_number, v_customer_id, p_name, p_phone, p_address, p_notes, v_store.currency,
      v_items, p_items_hash, v_subtotal, v_discount_id, v_discount_code, v_discount_amount, v_shipping_name,
      v_shipping_price, v_total, v_shipping_kind, p_wanted_at, p_notify_customer,
      jsonb_build_array(jsonb_build_object('status', 'pending', 'at', v_now, 'by', p_by)),
      p_tracking_token, p_is_test, case when v_notified then 'QUEUED' else 'NOT_CONFIGURED' end,
      case when p_notify and not v_is_confirmed then 'Confirma el número de WhatsApp de la tienda en el panel, en Conexiones' end,
      v_now, v_now, v_now
    )
    on conflict (store_id, order_number) do nothing
    returning orders.* into v_row;
    if found then
      v_order := to_jsonb(v_row);
      exit;
    end if;
  end loop;
  if v_order is null then
    raise exception 'all candidate order numbers are taken';
  end if;

  with targets (kind, recipient, state) as (
    select 'whatsapp', v_store.whatsapp_number, 'waiting'
    where v_notified
    union all
    select 'webhook', recipient, state
    from webhook_targets
    where store_id = p_store_id and (events is null or 'order.created' = any(events))
    union all
    -- No push notification for an order that was entered in the panel.
    select 'push', id, 'waiting'
    from push_subscriptions
    where store_id = p_store_id and p_by = 'shopper' and not p_is_test
  ), payload as (
    insert into delivery_payloads (store_id, id, payload, traceparent)
    select p_store_id, new_id(), v_order, p_traceparent
    where exists (select from targets)
    returning id
  )
  insert into deliveries (store_id, id, kind, recipient, event, subject_id, payload_id, state)
  select p_store_id, new_id(), targets.kind, targets.recipient, 'order.created', p_id, payload.id, targets.state
  from targets
  cross join payload;

  perform count_order(
    p_store_id, v_now, v_store.currency, v_total, v_items, p_is_test, null, 'pending', v_customer_is_new, v_is_shown
  );

  return jsonb_build_object(
    'outcome', 'placed',
    'order', v_order,
    'store', jsonb_build_object(
      'name', v_store.name, 'slug', v_store.slug, 'whatsappNumber', v_store.whatsapp_number,
      'messageTemplate', v_store.message_template, 'paymentInstructions', v_store.payment_instructions,
      'timeZone', v_store.time_zone
    )
  );
end
$$;
