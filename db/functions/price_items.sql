-- The price of what was chosen in one group for one item, from { price, quantity }, at most the digits of the currency.
create or replace function price_of_choices(p_pricing text, p_prices numeric[], p_quantities integer[], p_digits integer)
returns numeric language sql immutable parallel safe
as $$
  select case p_pricing
    when 'highest' then max(price)
    when 'average' then round(sum(price * quantity) / sum(quantity), p_digits)
    else sum(price * quantity)
  end
  from unnest(p_prices, p_quantities) as chosen (price, quantity)
$$;

-- Judges and prices what was chosen for the items of an order. Each of p_lines is { n, groupIds, modifiers }: a number, the groups
-- of its product in their order, and [{ choice_id, quantity }] or null. For each line the rows have what it adds to the price of
-- one, the modifiers as an order stores them, and what is wrong with them: null, or
-- [{ reason: not_found, choiceId } | { reason: maximum, choiceId, max } | { reason: min_items or max_items, group, name, limit }].
-- All groups are expanded once, however many lines have them.
create or replace function price_modifiers(p_store_id text, p_lines jsonb, p_digits integer)
returns table (line_n integer, amount numeric, chosen jsonb, problems jsonb) language plpgsql volatile
as $$
declare
  v_groups jsonb;
begin
  -- By itself, so that it is a query of one table, which finds the groups by their key.
  select jsonb_object_agg(id, jsonb_build_object(
    'name', name, 'min', min_choices, 'max', max_choices, 'pricing', pricing, 'choices', choices
  ))
  into v_groups
  from modifier_groups
  where store_id = p_store_id and id = any(array(
    select distinct jsonb_array_elements_text(line -> 'groupIds') from jsonb_array_elements(p_lines) as line
  ));

  return query
  with lines as materialized (
    select (line ->> 'n')::integer as n, line -> 'groupIds' as group_ids, line -> 'modifiers' as modifiers
    from jsonb_array_elements(p_lines) as line
  ), wanted as materialized (
    select n, modifier ->> 'choice_id' as id, (modifier -> 'quantity')::integer as quantity
    from lines
    cross join jsonb_array_elements(case when jsonb_typeof(modifiers) = 'array' then modifiers else '[]' end) as modifier
  ), choices as materialized (
    select
      groups.id as group_id, choice ->> 'id' as id, choice ->> 'name' as name, (choice -> 'price')::numeric as price,
      (choice -> 'maxQuantity')::integer as max_quantity, place
    from jsonb_each(v_groups) as groups (id, value)
    cross join jsonb_array_elements(value -> 'choices') with ordinality as listed (choice, place)
    where (choice -> 'isActive')::boolean and choice ->> 'id' in (select id from wanted)
  ), groups_of_lines as materialized (
    select n, group_id, place, v_groups -> group_id as definition
    from lines
    cross join jsonb_array_elements_text(group_ids) with ordinality as own (group_id, place)
    where v_groups ? group_id
  ), found as materialized (
    select wanted.n, wanted.quantity, choices.*
    from wanted
    join choices on choices.id = wanted.id
    join groups_of_lines as own on own.n = wanted.n and own.group_id = choices.group_id
  ), by_group as (
    select
      own.n, own.place, own.group_id, own.definition, coalesce(sum(found.quantity), 0)::integer as count,
      price_of_choices(
        own.definition ->> 'pricing', array_agg(found.price order by found.place),
        array_agg(found.quantity order by found.place), p_digits
      ) as amount,
      jsonb_agg(
        jsonb_build_object(
          'group', own.definition -> 'name', 'choiceId', found.id, 'name', found.name, 'quantity', found.quantity,
          'price', trim_scale(found.price)
        )
        order by found.place
      ) filter (where found.id is not null) as chosen
    from groups_of_lines as own
    left join found on found.n = own.n and found.group_id = own.group_id
    group by own.n, own.place, own.group_id, own.definition
  ), wrong (n, place, problem) as (
    select wanted.n, 0, jsonb_build_object('reason', 'not_found', 'choiceId', wanted.id)
    from wanted
    left join found on found.n = wanted.n and found.id = wanted.id
    where found.id is null
    union all
    select n, 0, jsonb_build_object('reason', 'maximum', 'choiceId', id, 'max', max_quantity)
    from found
    where quantity > max_quantity
    union all
    select n, place, jsonb_build_object(
      'reason', 'min_items', 'group', group_id, 'name', definition -> 'name', 'limit', definition -> 'min'
    )
    from by_group
    where count < (definition -> 'min')::integer
    union all
    select n, place, jsonb_build_object(
      'reason', 'max_items', 'group', group_id, 'name', definition -> 'name', 'limit', definition -> 'max'
    )
    from by_group
    where count > (definition ->> 'max')::integer
  )
  select
    lines.n,
    (select coalesce(sum(by_group.amount), 0) from by_group where by_group.n = lines.n),
    (
      select jsonb_agg(modifier order by by_group.place, modifier_place)
      from by_group
      cross join jsonb_array_elements(by_group.chosen) with ordinality as own (modifier, modifier_place)
      where by_group.n = lines.n
    ),
    (select jsonb_agg(problem order by place) from wrong where wrong.n = lines.n)
  from lines;
end
$$;

-- Judges the lines of an order, and prices them as the store's catalog is in this instant. Each of p_lines is
-- { variant_id, quantity, modifiers, note }: modifiers [{ choice_id, quantity }] and the note are absent in most. The result:
--   p_items         as an order stores them, in the order of the lines
--   p_subtotal      of all of them
--   p_is_counted    whether the stock of some is counted: the caller takes it. False for p_is_test, which takes none
--   p_missing       positions of lines whose variant is not sold, else null. Without one of them nothing else is judged
--   p_wrong_choices [{ n, problems }] by position: see price_modifiers. Else null
create or replace function price_items(
  p_store_id text, p_lines jsonb, p_digits integer, p_is_test boolean,
  out p_items jsonb, out p_subtotal numeric, out p_is_counted boolean, out p_missing integer[], out p_wrong_choices jsonb
) language plpgsql volatile
as $$
declare
  v_with_choices jsonb; -- the lines that have modifiers, or whose product has groups
begin
  select
    jsonb_agg(
      jsonb_build_object(
        'productId', found.product_id,
        'productName', found.product_name,
        'variantId', line.variant_id,
        'variantName', found.variant_name,
        'quantity', line.quantity,
        'unitPrice', trim_scale(found.price),
        'subtotal', trim_scale(found.price * line.quantity),
        'isStockTaken', found.is_counted
      ) || case when line.note is null then '{}' else jsonb_build_object('note', line.note) end
      order by line.n
    ),
    sum(found.price * line.quantity),
    bool_or(found.is_counted),
    array_agg(line.n - 1 order by line.n) filter (where found.price is null),
    jsonb_agg(jsonb_build_object('n', line.n - 1, 'groupIds', found.modifier_group_ids, 'modifiers', line.modifiers))
      filter (where line.modifiers is not null or found.modifier_group_ids <> '[]')
  into p_items, p_subtotal, p_is_counted, p_missing, v_with_choices
  from rows from (
    jsonb_to_recordset(p_lines) as (variant_id text, quantity integer, modifiers jsonb, note text)
  ) with ordinality as line (variant_id, quantity, modifiers, note, n)
  left join lateral (
    select
      product.id as product_id,
      product.name as product_name,
      case when not variant.is_default then variant.name end as variant_name,
      coalesce(variant.price, product.price) as price,
      variant.stock is not null and not p_is_test as is_counted,
      product.modifier_group_ids
    from (
      select product_id, name, price, stock, is_default, is_active and removed_at is null as is_on_sale
      from variants
      where store_id = p_store_id and id = line.variant_id
      offset 0
    ) as variant
    cross join lateral (
      select id, name, price, modifier_group_ids, is_active and deleted_at is null as is_on_sale
      from products
      where store_id = p_store_id and id = variant.product_id
      offset 0
    ) as product
    where variant.is_on_sale and product.is_on_sale
  ) as found on true;
  if p_missing is not null or v_with_choices is null then
    return;
  end if;

  select
    jsonb_agg(
      case when line_n is null then item else item || jsonb_strip_nulls(jsonb_build_object(
        'unitPrice', trim_scale((item -> 'unitPrice')::numeric + amount),
        'subtotal', trim_scale(((item -> 'unitPrice')::numeric + amount) * (item -> 'quantity')::integer),
        'modifiers', chosen
      )) end
      order by n
    ),
    sum(((item -> 'unitPrice')::numeric + coalesce(amount, 0)) * (item -> 'quantity')::integer),
    jsonb_agg(jsonb_build_object('n', line_n, 'problems', problems) order by n) filter (where problems is not null)
  into p_items, p_subtotal, p_wrong_choices
  from jsonb_array_elements(p_items) with ordinality as items (item, n)
  left join price_modifiers(p_store_id, v_with_choices, p_digits) on line_n = n - 1;
end
$$;
