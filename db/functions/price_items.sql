-- Checks and prices what was chosen for one item. p_group_ids are those of its product in their order; p_modifiers quantities by the
-- ids of choices, or null. The result: what it adds to the price of one, the modifiers as an order stores them, and what is wrong with
-- them: null, or [{ reason: not_found, choiceId } | { reason: maximum, choiceId, max } |
-- { reason: min_items or max_items, group, name, limit }].
create or replace function price_modifiers(
  p_store_id text, p_group_ids jsonb, p_modifiers jsonb, p_digits integer,
  out p_amount numeric, out p_chosen jsonb, out p_problems jsonb
) language plpgsql stable
as $$
declare
  v_wanted integer;
begin
  select
    coalesce(sum(price), 0),
    jsonb_path_query_array(jsonb_agg(chosen order by n) filter (where chosen is not null), '$[*][*]'),
    jsonb_path_query_array(jsonb_agg(problems order by n) filter (where problems is not null), '$[*][*]'),
    (select count(*) from jsonb_object_keys(p_modifiers))
  into p_amount, p_chosen, p_problems, v_wanted
  from (
    select
      own.n, own_choices.price, own_choices.chosen,
      case
        when too_many is not null then too_many
        when quantity < min_choices then jsonb_build_array(jsonb_build_object(
          'reason', 'min_items', 'group', id, 'name', name, 'limit', min_choices
        ))
        when quantity > max_choices then jsonb_build_array(jsonb_build_object(
          'reason', 'max_items', 'group', id, 'name', name, 'limit', max_choices
        ))
      end as problems
    from jsonb_array_elements_text(p_group_ids) with ordinality as own (group_id, n)
    cross join lateral (
      select id, name, min_choices, max_choices, pricing, choices
      from modifier_groups
      where store_id = p_store_id and id = own.group_id
      offset 0
    ) as definition
    cross join lateral (
      select
        coalesce(sum(quantity), 0) as quantity,
        case definition.pricing
          when 'highest' then max(price)
          when 'average' then round(sum(price * quantity) / sum(quantity), p_digits)
          else sum(price * quantity)
        end as price,
        jsonb_agg(
          jsonb_build_object(
            'group', definition.name, 'choiceId', choice_id, 'name', choice -> 'name', 'quantity', quantity, 'price', choice -> 'price'
          )
          order by place
        ) as chosen,
        jsonb_agg(jsonb_build_object('reason', 'maximum', 'choiceId', choice_id, 'max', choice -> 'maxQuantity') order by place)
          filter (where quantity > (choice -> 'maxQuantity')::integer) as too_many
      from jsonb_array_elements(definition.choices) with ordinality as listed (choice, place)
      cross join lateral (
        select choice ->> 'id', (choice -> 'price')::numeric, (p_modifiers -> (choice ->> 'id'))::integer
      ) as wanted (choice_id, price, quantity)
      where p_modifiers ? (choice ->> 'id') and (choice -> 'isActive')::boolean
    ) as own_choices
  ) as groups;

  if v_wanted > coalesce(jsonb_array_length(p_chosen), 0) then
    p_problems := (
      select jsonb_agg(jsonb_build_object('reason', 'not_found', 'choiceId', choice_id))
      from jsonb_object_keys(p_modifiers) as choice_id
      where not exists (select from jsonb_array_elements(p_chosen) as chosen where chosen ->> 'choiceId' = choice_id)
    ) || coalesce(p_problems, '[]');
  end if;
end
$$;

-- Checks the lines of an order, and prices them as the store's catalog is in this instant. Each of p_lines is
-- { variant_id, quantity, modifiers, note }: modifiers, quantities by the ids of choices, and the note are absent in most. p_kept are
-- other lines of the order, or null: what they have of a product counts towards its prices by quantity. The result:
--   p_items         as an order stores them, in the order of the lines
--   p_subtotal      of all of them
--   p_is_counted    whether the stock of some is counted: the caller takes it. False for p_is_test, which takes none
--   p_missing       positions of lines whose variant is not sold, else null. Without one of them nothing else is checked
--   p_wrong_choices [{ n, problems }] by position: see price_modifiers. Else null
--   p_wrong_quantities [{ n, minimum or step, quantity }] by position: see price_by_quantity. Else null
create or replace function price_items(
  p_store_id text, p_lines jsonb, p_digits integer, p_is_test boolean, p_kept jsonb,
  out p_items jsonb, out p_subtotal numeric, out p_is_counted boolean, out p_missing integer[], out p_wrong_choices jsonb,
  out p_wrong_quantities jsonb
) language plpgsql volatile
as $$
declare
  v_group_ids jsonb; -- of each line's product, in the order of the lines
  v_has_choices boolean;
  v_has_quantities boolean; -- whether a product has prices by quantity, a minimum or a step
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
    jsonb_agg(found.modifier_group_ids order by line.n),
    bool_or(line.modifiers is not null or found.modifier_group_ids <> '[]'),
    bool_or(found.has_quantities)
  into p_items, p_subtotal, p_is_counted, p_missing, v_group_ids, v_has_choices, v_has_quantities
  from rows from (
    jsonb_to_recordset(p_lines) as (variant_id text, quantity integer, modifiers jsonb, note text)
  ) with ordinality as line (variant_id, quantity, modifiers, note, n)
  left join lateral (
    select
      product.id as product_id,
      product.name as product_name,
      case when not variant.is_default then variant.name end as variant_name,
      coalesce(variant.price, product.price) as price,
      product.has_quantities or variant.quantity_prices <> '[]' as has_quantities,
      variant.stock is not null and not p_is_test as is_counted,
      product.modifier_group_ids
    from (
      select product_id, name, price, quantity_prices, stock, is_default, is_active and removed_at is null as is_on_sale
      from variants
      where store_id = p_store_id and id = line.variant_id
      offset 0
    ) as variant
    cross join lateral (
      select
        id, name, price, modifier_group_ids, is_active and deleted_at is null as is_on_sale,
        min_quantity > 1 or quantity_step > 1 or quantity_prices <> '[]' as has_quantities
      from products
      where store_id = p_store_id and id = variant.product_id
      offset 0
    ) as product
    where variant.is_on_sale and product.is_on_sale
  ) as found on true;
  if p_missing is not null then
    return;
  end if;

  if v_has_quantities then
    select
      jsonb_agg(
        item || case when priced.n is null then '{}' else jsonb_build_object(
          'unitPrice', trim_scale(priced.unit_price), 'subtotal', trim_scale(priced.unit_price * (item -> 'quantity')::integer)
        ) end
        order by items.n
      ),
      sum(coalesce(priced.unit_price, (item -> 'unitPrice')::numeric) * (item -> 'quantity')::integer),
      jsonb_agg(priced.problem || jsonb_build_object('n', priced.n) order by priced.n) filter (where priced.problem is not null)
    into p_items, p_subtotal, p_wrong_quantities
    from jsonb_array_elements(p_items) with ordinality as items (item, n)
    left join price_by_quantity(
      with_quantities(p_store_id, p_lines || coalesce(p_kept, '[]'))
    ) as priced on priced.n = items.n - 1;
  end if;
  if not v_has_choices then
    return;
  end if;

  select
    jsonb_agg(
      item || jsonb_strip_nulls(jsonb_build_object(
        'unitPrice', trim_scale((item -> 'unitPrice')::numeric + p_amount),
        'subtotal', trim_scale(((item -> 'unitPrice')::numeric + p_amount) * (item -> 'quantity')::integer),
        'modifiers', p_chosen
      ))
      order by n
    ),
    sum(((item -> 'unitPrice')::numeric + p_amount) * (item -> 'quantity')::integer),
    jsonb_agg(jsonb_build_object('n', n - 1, 'problems', p_problems) order by n) filter (where p_problems is not null)
  into p_items, p_subtotal, p_wrong_choices
  from jsonb_array_elements(p_items) with ordinality as items (item, n)
  cross join lateral price_modifiers(
    p_store_id, v_group_ids -> (n - 1)::integer, p_lines -> (n - 1)::integer -> 'modifiers', p_digits
  );
end
$$;

-- The lines whose products have prices by quantity, a minimum or a step, as price_by_quantity takes them. Most orders have none: built
-- where each line is priced, they cost every order 1.3 % of its instructions.
create or replace function with_quantities(p_store_id text, p_lines jsonb) returns jsonb language plpgsql stable
as $$
begin
  return (
    select coalesce(jsonb_agg(jsonb_build_object(
      'n', line.n - 1,
      'product_id', product_id,
      'own_variant_id', case when variants.price is not null then variants.id end,
      'price', coalesce(variants.price, products.price),
      'prices', coalesce(case when variants.price is null then products.quantity_prices else variants.quantity_prices end, '[]'),
      'minimum', min_quantity,
      'step', quantity_step,
      'quantity', line.quantity
    )), '[]')
    from rows from (
      jsonb_to_recordset(p_lines) as (variant_id text, quantity integer)
    ) with ordinality as line (variant_id, quantity, n)
    join variants on variants.store_id = p_store_id and variants.id = line.variant_id
    join products on products.store_id = p_store_id and products.id = product_id
    where min_quantity > 1 or quantity_step > 1 or products.quantity_prices <> '[]' or variants.quantity_prices <> '[]'
  );
end
$$;

-- As release 0.4.0 calls it, whose processes run beside this version's during an update.
create or replace function price_items(
  p_store_id text, p_lines jsonb, p_digits integer, p_is_test boolean,
  out p_items jsonb, out p_subtotal numeric, out p_is_counted boolean, out p_missing integer[], out p_wrong_choices jsonb
) language sql volatile
as $$
  select p_items, p_subtotal, p_is_counted, p_missing, p_wrong_choices
  from price_items(p_store_id, p_lines, p_digits, p_is_test, null)
$$;
