-- An order's items without what the customer wrote in them.
create or replace function without_notes(p_items jsonb) returns jsonb language sql immutable parallel safe
as $$
  select jsonb_agg(case when item ? 'note' then item || '{"note": null}' else item end order by n)
  from jsonb_array_elements(p_items) with ordinality as items (item, n)
$$;

-- The timeline of an order without them in the versions that it keeps.
create or replace function timeline_without_notes(p_timeline jsonb) returns jsonb language sql immutable parallel safe
as $$
  select coalesce(
    jsonb_agg(
      case when step ? 'items' then step || jsonb_build_object('items', without_notes(step -> 'items')) else step end
      order by n
    ),
    '[]'
  )
  from jsonb_array_elements(p_timeline) with ordinality as steps (step, n)
$$;

-- A proposed change of an order without them, and without what the store wrote to the customer.
create or replace function proposal_without_notes(p_proposal jsonb) returns jsonb language sql immutable parallel safe
as $$
  select case
    when jsonb_typeof(p_proposal) = 'object' then
      p_proposal || jsonb_build_object('message', null, 'items', without_notes(p_proposal -> 'items'))
  end
$$;
