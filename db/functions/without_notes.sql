-- An order's items without what the customer wrote in them.
create or replace function without_notes(p_items jsonb) returns jsonb language sql immutable parallel safe
as $$
  select jsonb_agg(item - 'note' order by n) from jsonb_array_elements(p_items) with ordinality as items (item, n)
$$;
