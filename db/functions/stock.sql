-- The stock that storefront pages show: the number once it is this low, else null. Only a change of it invalidates cached pages,
-- by the counter `stock.shown`.
create or replace function shown_stock(p_stock integer) returns integer language sql immutable parallel safe
as $$
  select case when p_stock <= 5 then p_stock end
$$;

-- Decrements the stock of an order's items; those of one variant together. If one has too little, nothing is taken, and p_short
-- holds [{ n, available }], by the position of its first item. Items whose stock is no longer counted lose their `isStockTaken`.
-- With p_is_shown, pages show the difference, and the caller increments the counter at the end of the transaction. All
-- transactions lock variants by id, so they can't deadlock.
-- Both functions unset vitrina.actor, so that stock changed by orders is not recorded as a change of the catalog: by `set local`,
-- since a `set` clause of a custom setting needs a superuser, and set_config is not propagated to the workers of Citus.
create or replace function take_stock(
  p_store_id text, inout p_items jsonb, out p_short jsonb, out p_is_shown boolean
) language plpgsql volatile
as $$
declare
  v_actor text := current_setting('vitrina.actor', true);
  v_line record;
  v_stock integer;
  v_is_taken boolean;
  v_taken text[];
  v_position integer;
begin
  p_is_shown := false;
  if v_actor <> '' then
    set local vitrina.actor = '';
  end if;
  for v_line in
    select
      item ->> 'variantId' as variant_id, sum((item ->> 'quantity')::integer)::integer as quantity,
      array_agg(n::integer - 1 order by n) as positions
    from jsonb_array_elements(p_items) with ordinality as items (item, n)
    where (item ->> 'isStockTaken')::boolean
    group by variant_id
    order by variant_id
  loop
    loop
      update variants
      set stock = stock - v_line.quantity
      where store_id = p_store_id and id = v_line.variant_id and stock >= v_line.quantity
      returning stock into v_stock;
      v_is_taken := found;
      exit when v_is_taken;
      select stock into v_stock from variants where store_id = p_store_id and id = v_line.variant_id;
      exit when v_stock is null or v_stock < v_line.quantity; -- else stock was returned meanwhile: retry
    end loop;
    if v_is_taken then
      v_taken := v_taken || v_line.variant_id;
      p_is_shown := p_is_shown or shown_stock(v_stock) is distinct from shown_stock(v_stock + v_line.quantity);
    elsif v_stock is null then
      foreach v_position in array v_line.positions loop
        p_items := jsonb_set(p_items, array[v_position::text, 'isStockTaken'], 'false');
      end loop;
    else
      p_short := coalesce(p_short, '[]') || jsonb_build_object('n', v_line.positions[1], 'available', v_stock);
    end if;
  end loop;

  if p_short is not null then
    update variants
    set stock = stock + item.quantity
    from (
      select "variantId" as variant_id, sum(quantity)::integer as quantity
      from jsonb_to_recordset(p_items) as items ("variantId" text, quantity integer)
      group by "variantId"
    ) as item
    where store_id = p_store_id and id = item.variant_id and id = any(v_taken);
  end if;
  if v_actor <> '' then
    execute format('set local vitrina.actor = %L', v_actor);
  end if;
end
$$;

-- Returns the stock of an order's items, if it is still counted, and has somebody look who waits for what was sold out. The result
-- says whether pages show the difference.
create or replace function give_stock_back(p_store_id text, p_items jsonb) returns boolean language plpgsql volatile
as $$
declare
  v_actor text := current_setting('vitrina.actor', true);
  v_line record;
  v_stock integer;
  v_is_shown boolean := false;
  v_is_back boolean := false;
begin
  if v_actor <> '' then
    set local vitrina.actor = '';
  end if;
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
      v_is_shown := v_is_shown or shown_stock(v_stock - v_line.quantity) is distinct from shown_stock(v_stock);
      v_is_back := v_is_back or v_stock = v_line.quantity;
    end if;
  end loop;
  if v_is_back then
    perform look_for_restock(p_store_id);
  end if;
  if v_actor <> '' then
    execute format('set local vitrina.actor = %L', v_actor);
  end if;
  return v_is_shown;
end
$$;

-- A version that increases with each order that is placed, changed or cancelled, computed from counters that orders update anyway. It is part of the
-- version of cached API bodies in stores that track stock, because these show exact numbers.
create or replace function stock_version(p_store_id text) returns bigint language plpgsql stable
as $$
begin
  return (
    select coalesce(sum(case name when 'orders.cancelled' then 2 * value else value end), 0)
    from counters
    where store_id = p_store_id
    and name in (
      'orders.pending', 'orders.confirmed', 'orders.shipped', 'orders.delivered', 'orders.cancelled', 'stock.changed'
    )
  );
end
$$;
