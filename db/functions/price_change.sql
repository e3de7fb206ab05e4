-- Checks and prices the lines that an order shall have instead of its own, as place_order does for a new one. The caller has locked
-- the order. Each of p_lines is as for price_items, and in most with `kept`: the item of the order, or the one that was offered,
-- whose price stays. `most` is how many of it the order has, which stay even where it is no longer sold. With p_is_taken the stock
-- moves by the difference, once all fits; the caller writes the rest, counters last.
-- Returns { outcome: 'fits', … } or the first error, with nothing written.
create or replace function price_change(p_store_id text, p_order_id text, p_lines jsonb, p_is_taken boolean)
returns jsonb language plpgsql volatile
as $$
declare
  v_store record;
  v_order record;
  v_discount record;
  v_priced_lines integer[];
  v_priced record;
  v_items jsonb;
  v_subtotal numeric;
  v_new_lines jsonb;
  v_kept_lines jsonb;
  v_not_sold jsonb;
  v_shipping_price numeric;
  v_discount_amount numeric;
  v_total numeric;
  v_error jsonb;
  v_stock record;
  v_now timestamptz;
begin
  -- As in place_order: no change of the currency until this transaction ends.
  select currency, currency_digits, minimum_order, free_shipping_from into v_store
  from stores
  where id = p_store_id
  for key share;
  select
    items, currency, subtotal, is_test, discount_id, discount_code, shipping_name, shipping_price, shipping_area,
    timeline -> 0 ->> 'by' as placed_by, array[customer_name, customer_address, notes, payment::text] as texts
  into v_order
  from orders
  where store_id = p_store_id and id = p_order_id;
  if v_order.currency <> v_store.currency then
    return jsonb_build_object('outcome', 'other_currency');
  end if;

  -- Lock order, as everywhere: discount, stock.
  select id, type, value, min_order_total, max_uses, used_count, is_active, starts_at, expires_at into v_discount
  from discounts
  where store_id = p_store_id and id = coalesce(
    v_order.discount_id,
    (select id from discounts where store_id = p_store_id and code = v_order.discount_code) -- of a test order
  )
  for no key update;
  if p_is_taken then
    perform 1
    from variants
    where store_id = p_store_id and id in (
      select jsonb_array_elements(v_order.items) ->> 'variantId'
      union
      select jsonb_array_elements(p_lines) ->> 'variant_id'
    )
    order by id
    for no key update;
  end if;

  v_now := clock_timestamp();

  -- Only what the order does not have yet must be sold.
  select array_agg(n::integer - 1 order by n) filter (where is_new), jsonb_agg(line order by n) filter (where is_new),
    jsonb_agg(line) filter (where not is_new)
  into v_priced_lines, v_new_lines, v_kept_lines
  from jsonb_array_elements(p_lines) with ordinality as lines (line, n)
  cross join lateral (select (line -> 'quantity')::integer > coalesce((line -> 'most')::integer, 0)) as compared (is_new);
  select * into v_priced
  from price_items(p_store_id, coalesce(v_new_lines, '[]'), v_store.currency_digits, v_order.is_test, v_kept_lines);
  select jsonb_agg(jsonb_build_object('n', v_priced_lines[place], 'most', line -> 'most'))
  into v_not_sold
  from jsonb_array_elements(v_new_lines) with ordinality as lines (line, place)
  where place - 1 = any(v_priced.p_missing)
  or line ? 'most' and place - 1 in (select (wrong -> 'n')::integer from jsonb_array_elements(v_priced.p_wrong_choices) as wrong);
  if v_not_sold is not null then
    return jsonb_build_object('outcome', 'not_sold', 'lines', v_not_sold);
  end if;
  if v_priced.p_wrong_choices is not null then
    return jsonb_build_object('outcome', 'wrong_choices', 'lines', (
      select jsonb_agg(wrong || jsonb_build_object('n', v_priced_lines[(wrong -> 'n')::integer + 1]))
      from jsonb_array_elements(v_priced.p_wrong_choices) as wrong
    ));
  end if;

  with lines as (
    select
      n, line -> 'kept' as kept, (line -> 'quantity')::integer as quantity,
      v_priced.p_items -> (array_position(v_priced_lines, n::integer - 1) - 1) as priced
    from jsonb_array_elements(p_lines) with ordinality as lines (line, n)
  ), items as (
    select n, coalesce(kept, priced) || jsonb_build_object(
      'quantity', quantity,
      'subtotal', trim_scale((coalesce(kept, priced) -> 'unitPrice')::numeric * quantity),
      'isStockTaken', coalesce(priced -> 'isStockTaken', kept -> 'isStockTaken', 'false')
    ) as item
    from lines
  )
  select jsonb_agg(item order by n), sum((item -> 'subtotal')::numeric) into v_items, v_subtotal
  from items;
  v_error := below_minimum(v_subtotal, v_store.minimum_order, v_store.currency);
  if v_order.placed_by <> 'panel' and v_error is not null then
    return v_error;
  end if;

  -- The price that the order has stays, like its items'. The option is looked up only where the order's subtotal made it free.
  if v_order.shipping_name is not null then
    v_shipping_price := coalesce(v_order.shipping_price, 0);
    if v_shipping_price = 0 and v_order.subtotal >= v_store.free_shipping_from then
      select coalesce(area.price, option.price) into v_shipping_price
      from shipping_options as option
      left join jsonb_to_recordset(option.areas) as area (name text, price numeric) on area.name = v_order.shipping_area
      where option.store_id = p_store_id and option.name = v_order.shipping_name
      order by option.is_active desc, option.id
      limit 1;
    end if;
    v_shipping_price := shipping_price(coalesce(v_shipping_price, 0), v_subtotal, v_store.free_shipping_from);
  end if;

  -- The order's own use of the code does not count against it.
  if v_discount.id is not null and discount_refusal(
    v_discount.is_active, v_discount.starts_at, v_discount.expires_at,
    v_discount.used_count - (v_discount.id is not distinct from v_order.discount_id)::integer, v_discount.max_uses,
    v_discount.min_order_total, v_subtotal, v_now
  ) is null then
    v_discount_amount := discount_amount(v_discount.type, v_discount.value, v_subtotal, v_store.currency_digits);
  end if;
  v_total := order_total(v_subtotal, v_shipping_price, v_discount_amount);
  if v_total is null then
    return jsonb_build_object('outcome', 'total_too_high');
  elsif is_too_heavy(v_items, v_order.texts) then
    return jsonb_build_object('outcome', 'too_heavy');
  end if;

  select
    jsonb_agg(jsonb_build_object('n', n, 'available', available)) filter (where missing > 0) as short,
    coalesce(bool_or(shown_stock(stock) is distinct from shown_stock(stock - wanted)), false) as is_shown,
    coalesce(bool_or(stock = 0 and wanted < 0), false) as is_back,
    coalesce(jsonb_agg(jsonb_build_object('id', id, 'wanted', wanted)), '[]') as moves
  into v_stock
  from (
    select
      variant.id, variant.stock, wanted, first_n as n, variant.stock + had as available,
      case when wanted > 0 then wanted - variant.stock end as missing
    from (
      select
        item ->> 'variantId' as variant_id, sum(sign * (item -> 'quantity')::integer)::integer as wanted,
        coalesce(sum((item -> 'quantity')::integer) filter (where sign < 0), 0)::integer as had,
        min(n) filter (where sign > 0) as first_n
      from (
        select item, 1 as sign, n::integer - 1 as n from jsonb_array_elements(v_items) with ordinality as items (item, n)
        union all
        select item, -1, null from jsonb_array_elements(v_order.items) as item
      ) as items
      where (item -> 'isStockTaken')::boolean
      group by 1
    ) as difference
    join variants as variant on variant.store_id = p_store_id and variant.id = difference.variant_id
    where wanted <> 0 and variant.stock is not null
  ) as moved;
  if v_stock.short is not null then
    return jsonb_build_object('outcome', 'out_of_stock', 'short', v_stock.short);
  end if;
  if p_is_taken then
    update variants
    set stock = least(stock - wanted, 999999999)
    from jsonb_to_recordset(v_stock.moves) as move (id text, wanted integer)
    where variants.store_id = p_store_id and variants.id = move.id;
    if v_stock.is_back then
      perform look_for_restock(p_store_id);
    end if;
  end if;

  return jsonb_build_object(
    'outcome', 'fits', 'items', v_items, 'subtotal', trim_scale(v_subtotal), 'discount', trim_scale(v_discount_amount),
    'shipping', trim_scale(v_shipping_price), 'total', trim_scale(v_total), 'isStockShown', v_stock.is_shown,
    'isStockMoved', v_stock.moves <> '[]'
  );
end
$$;
