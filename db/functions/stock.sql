-- What shoppers' pages show of a stock: the number once it is this low, null while it is not counted or there is plenty. Only a
-- change of this makes cached pages stale.
create or replace function shown_stock(p_stock integer) returns integer language sql immutable parallel safe
as $$
  select case when p_stock <= 5 then p_stock end
$$;

-- Takes the stock of an order's variants that are counted, or none where there is too little of one: then p_short holds
-- [{ n, available }] by position. p_counter names the counter to increment at the transaction's end. Everybody locks variants in
-- the order of their ids, so that orders of several never deadlock. What orders do to a stock is nobody's change of the catalog:
-- both functions hide who asked from the record of changes.
create or replace function take_stock(
  p_store_id text, p_variant_ids text[], p_quantities integer[], out p_short jsonb, out p_counter text
) language plpgsql volatile set vitrina.actor to ''
as $$
declare
  v_line record;
begin
  select
    jsonb_agg(jsonb_build_object('n', n - 1, 'available', stock) order by n) filter (where stock < quantity),
    stock_counter(bool_or(shown_stock(stock) is distinct from shown_stock(stock - quantity)))
  into p_short, p_counter
  from (
    select variant_id, quantity, n
    from unnest(p_variant_ids, p_quantities) with ordinality as asked (variant_id, quantity, n)
    order by variant_id
  ) as asked
  cross join lateral (
    select stock
    from variants
    where store_id = p_store_id and id = asked.variant_id and stock is not null
    offset 0
    for no key update
  ) as locked;
  if p_short is not null then
    return;
  end if;

  for v_line in
    select variant_id, quantity from unnest(p_variant_ids, p_quantities) as asked (variant_id, quantity)
  loop
    update variants
    set stock = stock - v_line.quantity
    where store_id = p_store_id and id = v_line.variant_id and stock is not null;
  end loop;
end
$$;

-- Gives back what an order's items took, where it is still counted. Answers the counter to increment at the transaction's end,
-- null when there is none.
create or replace function give_stock_back(p_store_id text, p_items jsonb) returns text language plpgsql volatile
set vitrina.actor to ''
as $$
declare
  v_line record;
  v_stock integer;
  v_is_shown boolean;
begin
  for v_line in
    select item ->> 'variantId' as variant_id, (item ->> 'quantity')::integer as quantity
    from jsonb_array_elements(p_items) as item
    where (item ->> 'isStockTaken')::boolean
    order by variant_id
  loop
    update variants
    set stock = least(stock + v_line.quantity, 999999999)
    where store_id = p_store_id and id = v_line.variant_id and stock is not null
    returning stock into v_stock;
    if found then
      v_is_shown := coalesce(v_is_shown, false)
        or shown_stock(v_stock - v_line.quantity) is distinct from shown_stock(v_stock);
    end if;
  end loop;
  return stock_counter(v_is_shown);
end
$$;

-- Both counters belong to the version of the API's bodies, which show every stock; pages have the first only.
create or replace function stock_counter(p_is_shown boolean) returns text language sql immutable parallel safe
as $$
  select case p_is_shown when true then 'stock.shown' when false then 'stock.exact' end
$$;
