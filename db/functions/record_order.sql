-- Records that somebody entered an order, or moved its status, as a change of the store. Not by a trigger like record_change,
-- because those transactions also write stock, which is no change that somebody made.
create or replace function record_order(
  p_store_id text, p_actor jsonb, p_id text, p_order_number text, p_before jsonb, p_after jsonb
) returns void language plpgsql volatile
as $$
begin
  insert into changes (store_id, id, by, account_id, key_id)
  values (p_store_id, p_actor ->> 'changeId', p_actor ->> 'by', p_actor ->> 'accountId', p_actor ->> 'keyId')
  on conflict (store_id, id) do nothing;
  insert into change_rows (store_id, change_id, table_name, row_id, label, before, after)
  values (p_store_id, p_actor ->> 'changeId', 'orders', p_id, p_order_number, p_before, p_after);
end
$$;
