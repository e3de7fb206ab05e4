-- The price of a shipping option for an order of this subtotal: 0 from p_free_from on. The planner inlines it.
create or replace function shipping_price(p_price numeric, p_subtotal numeric, p_free_from numeric)
returns numeric language sql immutable parallel safe
as $$
  select case when p_subtotal >= p_free_from then 0 else p_price end
$$;

-- The area of a shipping option with this id: one row or none. A null price is the option's. The planner inlines it.
create or replace function shipping_area(p_areas jsonb, p_area_id text)
returns table (name text, price numeric) language sql immutable parallel safe
as $$
  select area.name, area.price
  from jsonb_to_recordset(p_areas) as area (id text, name text, price numeric)
  where area.id = p_area_id
$$;

-- The most digits after the point of the prices of these areas, or of prices by quantity; null without a price.
create or replace function areas_scale(p_areas jsonb) returns integer language sql immutable parallel safe
as $$
  select max(min_scale(area.price)) from jsonb_to_recordset(p_areas) as area (price numeric)
$$;

-- How place_order ships: the option that was chosen, its area and its price for this subtotal; nulls without one.
create or replace function ship_order(
  p record, p_free_from numeric, p_subtotal numeric, out error json, out name text, out kind text, out area text, out price numeric
) language plpgsql stable
as $$
declare
  v_has_areas boolean := false;
begin
  if p.shipping_option_id is not null then
    select
      option.name, option.kind, chosen.name, option.areas <> '[]',
      shipping_price(coalesce(chosen.price, option.price), p_subtotal, p_free_from)
    into ship_order.name, ship_order.kind, area, v_has_areas, ship_order.price
    from shipping_options as option
    left join lateral shipping_area(option.areas, p.area_id) as chosen on true
    where option.store_id = p.store_id and option.id = p.shipping_option_id and option.is_active;
    if not found then
      error := json_build_object('outcome', 'shipping_not_found');
      return;
    end if;
  end if;
  if v_has_areas and p.area_id is null then
    error := json_build_object('outcome', 'area_required');
  elsif p.area_id is not null and area is null then
    error := json_build_object('outcome', 'area_not_found');
  end if;
end
$$;
