-- Groups by their ids as price_modifiers takes them, each with those of the wanted choices that can be had: joins of what is wanted
-- with what can be chosen would be planned without a notion of their sizes, as loops over all pairs.
create or replace function choice_definitions(p_store_id text, p_group_ids text[], p_wanted jsonb)
returns jsonb language plpgsql stable
as $$
begin
  return (
    select jsonb_object_agg(id, jsonb_build_object(
      'name', name, 'min', min_choices, 'max', max_choices, 'pricing', pricing,
      'choices', (
        select coalesce(jsonb_object_agg(choice ->> 'id', choice || jsonb_build_object('place', place)), '{}')
        from jsonb_array_elements(choices) with ordinality as listed (choice, place)
        where (choice -> 'isActive')::boolean and choice ->> 'id' in (select jsonb_array_elements_text(p_wanted))
      )
    ))
    from modifier_groups
    where store_id = p_store_id and id = any(p_group_ids)
  );
end
$$;

-- Judges and prices what was chosen for one item. p_groups are definitions by id, { name, min, max, pricing, choices }, with the
-- choices that can be had by id; p_group_ids those of its product in their order; p_modifiers [{ choice_id, quantity }]. The result:
-- what it adds to the price of one, the modifiers as an order stores them, and what is wrong with them: null, or
-- [{ reason: not_found, choiceId } | { reason: maximum, choiceId, max } | { reason: min_items or max_items, group, name, limit }].
create or replace function price_modifiers(
  p_groups jsonb, p_group_ids jsonb, p_modifiers jsonb, p_digits integer,
  out p_amount numeric, out p_chosen jsonb, out p_problems jsonb
) language plpgsql immutable
as $$
declare
  v_group_id text;
  v_group jsonb;
  v_choices jsonb;
  v_known integer := 0;
  v_own record;
begin
  p_amount := 0;
  for v_group_id in select jsonb_array_elements_text(p_group_ids) loop
    v_group := p_groups -> v_group_id;
    v_choices := v_group -> 'choices';
    select
      count(*)::integer as known, coalesce(sum(quantity), 0)::integer as count,
      case v_group ->> 'pricing'
        when 'highest' then max((choice -> 'price')::numeric)
        when 'average' then round(sum((choice -> 'price')::numeric * quantity) / sum(quantity), p_digits)
        else sum((choice -> 'price')::numeric * quantity)
      end as price,
      jsonb_agg(
        jsonb_build_object(
          'group', v_group -> 'name', 'choiceId', choice_id, 'name', choice -> 'name', 'quantity', quantity,
          'price', choice -> 'price'
        )
        order by (choice -> 'place')::integer
      ) as chosen,
      jsonb_agg(jsonb_build_object('reason', 'maximum', 'choiceId', choice_id, 'max', choice -> 'maxQuantity'))
        filter (where quantity > (choice -> 'maxQuantity')::integer) as too_many
    into v_own
    from (
      select
        modifier ->> 'choice_id' as choice_id, (modifier -> 'quantity')::integer as quantity,
        v_choices -> (modifier ->> 'choice_id') as choice
      from jsonb_array_elements(p_modifiers) as modifier
      where v_choices ? (modifier ->> 'choice_id')
    ) as found;

    v_known := v_known + v_own.known;
    p_amount := p_amount + coalesce(v_own.price, 0);
    if v_own.known > 0 then
      p_chosen := coalesce(p_chosen, '[]') || v_own.chosen;
    end if;
    if v_own.too_many is not null then
      p_problems := coalesce(p_problems, '[]') || v_own.too_many;
    elsif v_own.count < (v_group -> 'min')::integer then
      p_problems := coalesce(p_problems, '[]') || jsonb_build_object(
        'reason', 'min_items', 'group', v_group_id, 'name', v_group -> 'name', 'limit', v_group -> 'min'
      );
    elsif v_own.count > (v_group ->> 'max')::integer then
      p_problems := coalesce(p_problems, '[]') || jsonb_build_object(
        'reason', 'max_items', 'group', v_group_id, 'name', v_group -> 'name', 'limit', v_group -> 'max'
      );
    end if;
  end loop;

  if v_known < jsonb_array_length(p_modifiers) then
    p_problems := (
      select jsonb_agg(jsonb_build_object('reason', 'not_found', 'choiceId', modifier -> 'choice_id'))
      from jsonb_array_elements(p_modifiers) as modifier
      where not exists (
        select from jsonb_array_elements_text(p_group_ids) as own (group_id)
        where p_groups -> group_id -> 'choices' ? (modifier ->> 'choice_id')
      )
    ) || coalesce(p_problems, '[]');
  end if;
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
  v_group_ids jsonb; -- of each line's product, in the order of the lines
  v_has_choices boolean;
  v_groups jsonb;
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
    bool_or(line.modifiers is not null or found.modifier_group_ids <> '[]')
  into p_items, p_subtotal, p_is_counted, p_missing, v_group_ids, v_has_choices
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
  if p_missing is not null or not v_has_choices then
    return;
  end if;

  v_groups := choice_definitions(
    p_store_id, array(select jsonb_path_query(v_group_ids, '$[*][*]') #>> '{}'),
    jsonb_path_query_array(p_lines, '$[*].modifiers[*].choice_id')
  );

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
    v_groups, v_group_ids -> (n - 1)::integer, coalesce(p_lines -> (n - 1)::integer -> 'modifiers', '[]'), p_digits
  );
end
$$;
