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

-- The most digits after the point of the prices of these areas; null without a price.
create or replace function areas_scale(p_areas jsonb) returns integer language sql immutable parallel safe
as $$
  select max(min_scale(area.price)) from jsonb_to_recordset(p_areas) as area (price numeric)
$$;
