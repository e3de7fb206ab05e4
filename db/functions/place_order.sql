-- Places an order in one round trip. A function, because each of its statements sees what was committed before the
-- lock was taken: two identical orders at once must not both find nothing.
--
-- Returns { outcome, … }: 'placed' with the stored order and the store's fields for the message, or the first error, with
-- nothing written.
--
-- json, not jsonb: making the binary form of the argument and of the order, only to read and write it as text, costs 6 % of an order.
--
-- The argument, in one object whose names are columns' (src/features/orders/create.ts makes it):
--   items            as db/functions/price_items.sql takes them, merged: equal ones once
--   order_numbers    candidates: the order gets the first one that is not taken
--   items_hash       hexadecimal
--   notify           whether there is a provider for the owner's notice
--   expected_total   the total that the buyer has seen, or null: no other is charged
--   placed_by        'shopper', or 'panel', which may place duplicates, below the minimum, and while the store is closed
--   is_test          counts neither for the customer nor for the discount, and takes no stock
--   client           the shopper's address, whose large orders are counted
--   traceparent      of the request: its deliveries continue the trace
--   whole_units      currencies in which a provider takes no cents, in arrays by its kind
create or replace function place_order(p_order json) returns json language plpgsql volatile
as $$
declare
  p record; -- the argument's fields
  v_now timestamptz;
  v_store record;
  v_earlier text;
  v_priced record; -- of price_items
  v_items jsonb;
  v_subtotal numeric;
  v_missing integer[];
  v_short jsonb;
  v_is_shown boolean := false; -- whether the stock that pages show has changed
  v_shipping_name text;
  v_shipping_kind text;
  v_shipping_area text;
  v_shipping_price numeric;
  v_discount_id text; -- null for a test order, which does not count as a use
  v_discount_code text;
  v_discount_amount numeric;
  v_total numeric;
  v_error json;
  v_payment_state text;
  v_payment jsonb;
  v_payment_method jsonb; -- what the payer needs of it
  v_customer_id text;
  v_customer_name text;
  v_customer_is_new boolean;
  v_is_confirmed boolean;
  v_notified boolean;
  v_order_number text;
  v_order record;
begin
  select * into p
  from json_to_record(p_order) as fields (
    store_id text, id text, order_numbers text[], tracking_token text, customer_id text, name text, phone text, address text,
    notes text, items jsonb, items_hash text, shipping_option_id text, area_id text, table_name text, location jsonb,
    discount_code text, payment_method_id text, change_for numeric, expected_total numeric, notify boolean, placed_by text, is_test boolean,
    wanted_at timestamptz, notify_customer boolean, client text, traceparent text, whole_units jsonb
  );

  -- FOR KEY SHARE blocks a change of the store's currency until this transaction ends.
  select
    name, slug, domain, language, currency, currency_digits, whatsapp_number, confirmed_number, message_template, billing_state,
    payment_instructions, minimum_order, free_shipping_from, zero_price, hours, time_zone, closed_until, orders_while_closed, closed_for_orders,
    exists (select from categories where store_id = p.store_id and categories.hours is not null) as has_category_hours
  into v_store
  from stores
  where id = p.store_id and deleted_at is null
  for key share;
  if not found then
    return json_build_object('outcome', 'store_not_found');
  end if;
  if v_store.billing_state = 'suspended' then
    return json_build_object('outcome', 'store_suspended', 'slug', v_store.slug);
  end if;

  perform pg_advisory_xact_lock(hashtextextended(p.store_id || ' ' || p.phone, 0));
  v_now := date_trunc('milliseconds', clock_timestamp());

  -- Plans are cached and may date from when the tables were empty. Each query here is written so that one index fits best
  -- whatever the tables hold: duplicates are looked for among the customer's orders, not the store's.
  select id, name into v_customer_id, v_customer_name
  from customers
  where store_id = p.store_id and phone = p.phone;

  if p.placed_by = 'shopper' then
    select order_number into v_earlier
    from orders
    where store_id = p.store_id
    and customer_id = v_customer_id
    and items_hash = decode(p.items_hash, 'hex')
    and status <> 'cancelled'
    and not is_test
    and created_at > v_now - interval '5 minutes'
    order by created_at desc
    limit 1;
    if found then
      return json_build_object('outcome', 'duplicate', 'orderNumber', v_earlier);
    end if;
  end if;

  -- Checked after duplicates: a retry of an order that was placed gets DUPLICATE_ORDER, even if the store has closed or the
  -- requested time has passed since.
  if p.placed_by = 'shopper' and (v_store.closed_for_orders or not v_store.orders_while_closed) then
    v_error := refuse_closed(v_store, v_now);
    if v_error is not null then
      return v_error;
    end if;
  end if;
  if p.placed_by = 'shopper' and p.wanted_at < v_now then
    return json_build_object('outcome', 'wanted_too_early');
  end if;

  v_priced := price_items(p.store_id, p.items, v_store.currency_digits, p.is_test, null);
  if v_priced.p_missing is not null then
    return json_build_object('outcome', 'variant_not_found', 'missing', v_priced.p_missing);
  end if;
  if v_priced.p_wrong_choices is not null then
    return json_build_object('outcome', 'wrong_choices', 'lines', v_priced.p_wrong_choices);
  end if;
  if p.placed_by = 'shopper' and v_priced.p_wrong_quantities is not null then
    return json_build_object('outcome', 'wrong_quantities', 'lines', v_priced.p_wrong_quantities);
  end if;
  v_items := v_priced.p_items;
  if p.placed_by = 'shopper' and v_store.has_category_hours then
    v_error := refuse_outside_hours(p, v_store, v_items, v_now);
    if v_error is not null then
      return v_error;
    end if;
  end if;
  v_subtotal := v_priced.p_subtotal;
  if p.placed_by = 'shopper' and v_store.zero_price = 'ask' then
    select array_agg(n - 1 order by n) into v_missing
    from jsonb_array_elements(v_items) with ordinality as items (item, n)
    where (item -> 'unitPrice')::numeric = 0;
    if v_missing is not null then
      return json_build_object('outcome', 'price_on_request', 'missing', v_missing);
    end if;
  end if;
  v_error := below_minimum(v_subtotal, v_store.minimum_order, v_store.currency);
  if p.placed_by = 'shopper' and v_error is not null then
    return v_error;
  end if;

  if p.shipping_option_id is not null or p.area_id is not null then
    select * into v_error, v_shipping_name, v_shipping_kind, v_shipping_area, v_shipping_price
    from ship_order(p, v_store.free_shipping_from, v_subtotal);
    if v_error is not null then
      return v_error;
    end if;
  end if;
  if (p.table_name is not null) <> coalesce(v_shipping_kind = 'here', false) then
    return json_build_object('outcome', case when p.table_name is null then 'table_required' else 'no_tables' end);
  end if;
  if p.discount_code is not null then
    select * into v_error, v_discount_id, v_discount_code, v_discount_amount
    from discount_order(p, v_store, v_subtotal, v_now);
    if v_error is not null then
      return v_error;
    end if;
  end if;
  v_total := order_total(v_subtotal, v_shipping_price, v_discount_amount);
  if v_total is null then
    return json_build_object('outcome', 'total_too_high');
  elsif min_scale(p.expected_total) > v_store.currency_digits then
    return json_build_object('outcome', 'amount_too_fine', 'field', 'expectedTotal');
  elsif p.expected_total <> v_total then
    return json_build_object(
      'outcome', 'total_changed', 'expected', trim_scale(p.expected_total), 'total', trim_scale(v_total), 'currency', v_store.currency
    );
  end if;

  if p.payment_method_id is not null or p.change_for is not null then
    select * into v_error, v_payment_state, v_payment, v_payment_method
    from pay_order(p, v_store, v_total, v_now);
    if v_error is not null then
      return v_error;
    end if;
  end if;

  if v_priced.p_is_counted then
    select p_items, p_short, p_is_shown into v_items, v_short, v_is_shown
    from take_stock(p.store_id, v_items);
    if v_short is not null then
      return json_build_object('outcome', 'out_of_stock', 'short', v_short);
    end if;
  end if;

  if pg_column_size(v_items) > 16 * 1024 then
    v_error := refuse_large(p, v_items, array[p.name, p.address, p.notes, v_payment::text, v_payment_method::text]);
    if v_error is not null then
      return v_error;
    end if;
  end if;

  -- All checks have passed. Lock order, as everywhere: discount, stock, customer, order, counters and sums.
  if v_discount_id is not null then
    update discounts
    set used_count = used_count + 1
    where store_id = p.store_id and id = v_discount_id;
  end if;

  -- The advisory lock on the phone keeps concurrent orders from inserting the same customer. A customer with test orders only
  -- has an order_count of 0 and is not listed; searches find the test orders by its name and phone.
  if v_customer_id is null then
    insert into customers
      (store_id, id, phone, name, address, order_count, first_order_at, last_order_at, created_at, updated_at)
    values (p.store_id, p.customer_id, p.phone, p.name, p.address, (not p.is_test)::int, v_now, v_now, v_now, v_now);
    v_customer_id := p.customer_id;
    v_customer_is_new := not p.is_test;
  elsif not p.is_test then
    update customers
    set
      name = case when p.placed_by = 'panel' and order_count > 0 then name else p.name end, -- the shop does not rename who it knows
      address = coalesce(p.address, address),
      order_count = order_count + 1,
      first_order_at = case when order_count = 0 then v_now else first_order_at end,
      last_order_at = v_now,
      updated_at = v_now
    where store_id = p.store_id and id = v_customer_id
    returning order_count = 1 into v_customer_is_new;
  end if;
  if v_customer_name is distinct from p.name then
    insert into customer_names (store_id, customer_id, name, phone, search_text)
    values (p.store_id, v_customer_id, p.name, p.phone, fold(p.name))
    on conflict do nothing;
  end if;

  -- Null is a store of before numbers were confirmed, to which 0.4.0's job had not come when it was replaced: it still gets its notices.
  v_is_confirmed := coalesce(v_store.confirmed_number, v_store.whatsapp_number) = v_store.whatsapp_number;
  v_notified := p.notify and coalesce(v_is_confirmed, false);
  foreach v_order_number in array p.order_numbers loop
    insert into orders (
      store_id, id, order_number, customer_id, customer_name, customer_phone, customer_address, notes, currency,
      items, items_hash, subtotal, discount_id, discount_code, discount_amount, shipping_name, shipping_price,
      shipping_area, location, total, payment_state, payment, delivery_kind, table_name, wanted_at, notify_customer, timeline, tracking_token, is_test, notification_state,
      notification_reason, notification_updated_at, created_at, updated_at
    )
    values (
      p.store_id, p.id, v_order_number, v_customer_id, p.name, p.phone, p.address, p.notes, v_store.currency,
      v_items, decode(p.items_hash, 'hex'), v_subtotal, v_discount_id, v_discount_code, v_discount_amount, v_shipping_name,
      v_shipping_price, v_shipping_area, p.location, v_total, v_payment_state, v_payment, v_shipping_kind, p.table_name, p.wanted_at,
      p.notify_customer,
      jsonb_build_array(jsonb_build_object('status', 'pending', 'at', v_now, 'by', p.placed_by)),
      p.tracking_token, p.is_test, case when v_notified then 'QUEUED' else 'NOT_CONFIGURED' end,
      case when p.notify and not v_is_confirmed then 'Confirma el número de WhatsApp de la tienda en el panel, en Conexiones' end,
      v_now, v_now, v_now
    )
    on conflict (store_id, order_number) do nothing
    returning store_id, customer_id, created_at, currency, total, items, is_test, status, to_json(orders) as json into v_order;
    exit when found;
  end loop;
  if v_order is null then
    raise exception 'all candidate order numbers are taken';
  end if;

  -- Most stores have nobody to tell: without this each order would start two inserts of nothing.
  if v_notified
    or exists (select from webhook_targets where store_id = p.store_id)
    or exists (select from push_subscriptions where store_id = p.store_id)
  then
    perform announce_new_order(
      p, v_order.json::jsonb || jsonb_build_object('payment_method', v_payment_method),
      case when v_notified then v_store.whatsapp_number end
    );
  end if;
  if v_payment_state = 'PAID' then
    perform announce_order(p.store_id, p.id, array['order.paid'], p.traceparent);
  end if;
  perform count_order(
    v_order, null, array[case when v_customer_is_new then 'customers' end, case when v_is_shown then 'stock.shown' end]
  );

  return json_build_object(
    'outcome', 'placed',
    'order', v_order.json,
    'paymentMethod', v_payment_method,
    'store', json_build_object(
      'name', v_store.name, 'slug', v_store.slug, 'domain', v_store.domain,
      'language', v_store.language, 'whatsappNumber', v_store.whatsapp_number,
      'messageTemplate', v_store.message_template, 'paymentInstructions', v_store.payment_instructions,
      'timeZone', v_store.time_zone
    )
  );
end
$$;

-- Why a store that takes no orders while it is closed takes none now; null while it is open.
create or replace function refuse_closed(p_store record, p_now timestamptz) returns json language plpgsql stable
as $$
begin
  if p_store.closed_for_orders and p_now < p_store.closed_until
    or not p_store.orders_while_closed and not is_open(
      p_store.hours, coalesce(p_store.time_zone, time_zone_of_currency(p_store.currency)), p_store.closed_until, p_now
    )
  then
    return json_build_object(
      'outcome', 'closed',
      'at', p_now,
      'schedule', jsonb_build_object(
        'hours', p_store.hours, 'timeZone', p_store.time_zone, 'currency', p_store.currency,
        'closedUntil', p_store.closed_until
      )
    );
  end if;
  return null;
end
$$;

-- The lines of products that are not sold when they are wanted, by the hours of their categories; null where there is none.
create or replace function refuse_outside_hours(p record, p_store record, p_items jsonb, p_now timestamptz)
returns json language plpgsql stable
as $$
declare
  v_at timestamptz := coalesce(p.wanted_at, p_now);
  v_lines json;
begin
  select json_agg(json_build_object('n', n - 1, 'hours', categories.hours) order by n) into v_lines
  from jsonb_array_elements(p_items) with ordinality as items (item, n)
  join products on products.store_id = p.store_id and products.id = item ->> 'productId'
  join categories on categories.store_id = p.store_id and categories.id = category_id
  where categories.hours is not null
  and not is_open(categories.hours, coalesce(p_store.time_zone, time_zone_of_currency(p_store.currency)), null, v_at);
  return case when v_lines is not null then json_build_object(
    'outcome', 'not_sold_then', 'at', v_at, 'timeZone', p_store.time_zone, 'currency', p_store.currency, 'lines', v_lines
  ) end;
end
$$;

-- Why an order of these items and other texts is too large, else null.
create or replace function refuse_large(p record, p_items jsonb, p_texts text[]) returns json language plpgsql volatile
as $$
declare
  v_wait integer; -- seconds
begin
  if is_too_heavy(p_items, p_texts) then
    return json_build_object('outcome', 'too_heavy');
  end if;
  v_wait := case when p.placed_by = 'shopper' then count_large_order(p.store_id, p.client, pg_column_size(p_items)) end;
  return case when v_wait is not null then json_build_object('outcome', 'too_many_large', 'resetIn', v_wait) end;
end
$$;

-- Enqueues order.created, with the owner's notice where p_number is one. No push notification for an order that was entered in the panel.
create or replace function announce_new_order(p record, p_event jsonb, p_number text) returns void language plpgsql volatile
as $$
begin
  perform enqueue_event(p.store_id, 'order.created', p.id, p_event, p.traceparent, (
    select jsonb_agg(jsonb_build_object('kind', kind, 'recipient', recipient))
    from (
      select 'whatsapp', p_number
      where p_number is not null
      union all
      select 'push', id
      from push_subscriptions
      where store_id = p.store_id and p.placed_by = 'shopper' and not p.is_test
    ) as targets (kind, recipient)
  ));
end
$$;
