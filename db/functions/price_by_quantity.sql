-- What one of each line costs by the quantity of its product, and what is wrong with that quantity. Each of p_lines is
-- { n, product_id, own_variant_id, price, prices, minimum, step, quantity }: n is its position;
-- own_variant_id is null where the variant follows the price of its product, with all of whose followers it is counted; otherwise it
-- is counted by itself. Minimum and step are those of the whole product. The result:
--   unit_price   the price that is reached
--   next         of the first line of those counted together: { from, price, missing } of the next price, else null
--   problem      of the first line of a product: { minimum } or { step }, with the quantity; else null
create or replace function price_by_quantity(p_lines jsonb)
returns table (n integer, unit_price numeric, next jsonb, problem jsonb) language sql immutable parallel safe
as $$
  select
    line.n,
    least(line.price, reached.price),
    case when line.n = first_counted and next_from is not null then (
      select jsonb_build_object('from', next_from, 'price', one -> 'price', 'missing', next_from - counted)
      from jsonb_array_elements(line.prices) as one
      where (one -> 'from')::integer = next_from
    ) end,
    case
      when line.n <> first_of_product then null
      when whole < line.minimum then jsonb_build_object('minimum', line.minimum, 'quantity', whole)
      when whole % line.step <> 0 then jsonb_build_object('step', line.step, 'quantity', whole)
    end
  from (
    select
      line.*,
      sum(line.quantity) over counted_together as counted, min(line.n) over counted_together as first_counted,
      sum(line.quantity) over of_product as whole, min(line.n) over of_product as first_of_product
    from jsonb_to_recordset(p_lines) as line (
      n integer, product_id text, own_variant_id text, price numeric, prices jsonb, minimum integer, step integer, quantity integer
    )
    window of_product as (partition by line.product_id), counted_together as (partition by line.product_id, line.own_variant_id)
  ) as line
  cross join lateral (
    select min(one.price) filter (where one."from" <= counted), min(one."from") filter (where one."from" > counted)
    from jsonb_to_recordset(line.prices) as one ("from" integer, price numeric)
  ) as reached (price, next_from)
$$;
