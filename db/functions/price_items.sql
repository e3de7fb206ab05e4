-- What price_choices needs of groups, by their ids: { groups: { id: { name, min, max, pricing } }, choices: { id: { group, name, price,
-- maxQuantity, place } } }, of the choices only those wanted that can be had.
create or replace function choice_definitions(p_store_id text, p_group_ids text[], p_wanted jsonb)
returns jsonb language plpgsql stable
as $$
declare
  v_groups jsonb;
  v_choices jsonb;
begin
  select
    jsonb_object_agg(id, jsonb_build_object('name', name, 'min', min_choices, 'max', max_choices, 'pricing', pricing)),
    jsonb_agg(choices)
  into v_groups, v_choices
  from (
    select
      id, name, min_choices, max_choices, pricing,
      (
        select jsonb_object_agg(choice ->> 'id', choice || jsonb_build_object('place', place, 'group', id))
        from jsonb_array_elements(choices) with ordinality as listed (choice, place)
        where (choice -> 'isActive')::boolean and choice ->> 'id' in (select jsonb_array_elements_text(p_wanted))
      ) as choices
    from modifier_groups
    where store_id = p_store_id and id = any(p_group_ids)
  ) as groups;
  return jsonb_build_object('groups', v_groups, 'choices', (
    select coalesce(jsonb_object_agg(id, choice), '{}')
    from jsonb_array_elements(v_choices) as of_group
    cross join lateral jsonb_each(nullif(of_group, 'null')) as each (id, choice)
  ));
end
$$;

-- Judges and prices what was chosen for the lines of an order, all in one pass over it. p_group_ids are the ids of the groups of each
-- line's product in their order, by position; of p_lines `modifiers` counts, [{ choice_id, quantity }]. A row for each line, by position
-- from 1, which has groups or modifiers: what they add to the price of one, the modifiers as an order stores them, and what is wrong
-- with them: null, or
-- [{ reason: not_found, choiceId } | { reason: maximum, choiceId, max } | { reason: min_items or max_items, group, name, limit }].
create or replace function price_choices(p_definitions jsonb, p_group_ids jsonb, p_lines jsonb, p_digits integer)
returns table (n integer, amount numeric, chosen jsonb, problems jsonb) language plpgsql immutable rows 10
as $$
#variable_conflict use_column
begin
  return query
  with wanted as materialized (
    select
      line_n, p_group_ids -> (line_n - 1)::integer as own, modifier ->> 'choice_id' as choice_id,
      (modifier -> 'quantity')::integer as quantity, p_definitions -> 'choices' -> (modifier ->> 'choice_id') as choice
    from jsonb_array_elements(p_lines) with ordinality as lines (line, line_n)
    cross join jsonb_array_elements(line -> 'modifiers') as modifier
  ), parts as (
    -- Each group of each line, also one of which nothing was chosen; then what was chosen, with no group where that is unknown.
    select line_n, place, group_id, null::text as choice_id, 0 as quantity, null::jsonb as choice
    from jsonb_array_elements(p_group_ids) with ordinality as lines (own, line_n)
    cross join jsonb_array_elements_text(own) with ordinality as groups (group_id, place)
    union all
    select line_n, 0, case when own ? (choice ->> 'group') then choice ->> 'group' end, choice_id, quantity, choice
    from wanted
  ), counted as (
    select
      line_n, group_id, max(place) as place, p_definitions -> 'groups' -> group_id as definition,
      sum(quantity)::integer as total,
      max((choice -> 'price')::numeric) as highest,
      sum((choice -> 'price')::numeric * quantity) as sum,
      jsonb_agg(
        jsonb_build_object('choiceId', choice_id, 'name', choice -> 'name', 'quantity', quantity, 'price', choice -> 'price')
        order by (choice -> 'place')::integer
      ) filter (where choice_id is not null) as chosen,
      jsonb_agg(jsonb_build_object('reason', 'maximum', 'choiceId', choice_id, 'max', choice -> 'maxQuantity'))
        filter (where quantity > (choice -> 'maxQuantity')::integer) as too_many
    from parts
    group by line_n, group_id
  ), judged as (
    select
      line_n, place,
      case
        when group_id is null then 0
        when definition ->> 'pricing' = 'highest' then highest
        when definition ->> 'pricing' = 'average' then round(sum / nullif(total, 0), p_digits)
        else sum
      end as price,
      case when group_id is not null then (
        select jsonb_agg(jsonb_build_object('group', definition -> 'name') || one order by one_n)
        from jsonb_array_elements(chosen) with ordinality as listed (one, one_n)
      ) end as chosen,
      case
        when group_id is null then (
          select jsonb_agg(jsonb_build_object('reason', 'not_found', 'choiceId', one -> 'choiceId'))
          from jsonb_array_elements(chosen) as one
        )
        when too_many is not null then too_many
        when total < (definition -> 'min')::integer then jsonb_build_array(jsonb_build_object(
          'reason', 'min_items', 'group', group_id, 'name', definition -> 'name', 'limit', definition -> 'min'
        ))
        when total > (definition ->> 'max')::integer then jsonb_build_array(jsonb_build_object(
          'reason', 'max_items', 'group', group_id, 'name', definition -> 'name', 'limit', definition -> 'max'
        ))
      end as problems
    from counted
  )
  select
    line_n::integer,
    coalesce(sum(price), 0),
    jsonb_path_query_array(jsonb_agg(chosen order by place) filter (where chosen is not null), '$[*][*]'),
    jsonb_path_query_array(jsonb_agg(problems order by place) filter (where problems is not null), '$[*][*]')
  from judged
  group by line_n;
end
$$;

-- Judges the lines of an order, and prices them as the store's catalog is in this instant. Each of p_lines is
-- { variant_id, quantity, modifiers, note }: modifiers [{ choice_id, quantity }] and the note are absent in most. The result:
--   p_items         as an order stores them, in the order of the lines
--   p_subtotal      of all of them
--   p_is_counted    whether the stock of some is counted: the caller takes it. False for p_is_test, which takes none
--   p_missing       positions of lines whose variant is not sold, else null. Without one of them nothing else is judged
--   p_wrong_choices [{ n, problems }] by position: see price_choices. Else null
create or replace function price_items(
  p_store_id text, p_lines jsonb, p_digits integer, p_is_test boolean,
  out p_items jsonb, out p_subtotal numeric, out p_is_counted boolean, out p_missing integer[], out p_wrong_choices jsonb
) language plpgsql volatile
as $$
declare
  v_group_ids jsonb; -- of each line's product, in the order of the lines
  v_has_choices boolean;
  v_definitions jsonb;
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

  v_definitions := choice_definitions(
    p_store_id, array(select jsonb_path_query(v_group_ids, '$[*][*]') #>> '{}'),
    jsonb_path_query_array(p_lines, '$[*].modifiers[*].choice_id')
  );

  select
    jsonb_agg(
      item || jsonb_strip_nulls(jsonb_build_object(
        'unitPrice', trim_scale((item -> 'unitPrice')::numeric + coalesce(amount, 0)),
        'subtotal', trim_scale(((item -> 'unitPrice')::numeric + coalesce(amount, 0)) * (item -> 'quantity')::integer),
        'modifiers', chosen
      ))
      order by items.n
    ),
    sum(((item -> 'unitPrice')::numeric + coalesce(amount, 0)) * (item -> 'quantity')::integer),
    jsonb_agg(jsonb_build_object('n', items.n - 1, 'problems', problems) order by items.n) filter (where problems is not null)
  into p_items, p_subtotal, p_wrong_choices
  from jsonb_array_elements(p_items) with ordinality as items (item, n)
  left join price_choices(v_definitions, v_group_ids, p_lines, p_digits) as priced on priced.n = items.n;
end
$$;
