-- Writes rows of a table of a store, each as `to_jsonb` of its row shows it, over what is there or anew. Columns that the first
-- of them does not name stay as they are, or get their default.
create or replace function put_rows(p_table regclass, p_rows jsonb) returns void language plpgsql volatile
as $$
declare
  v_columns text;
  v_values text;
begin
  select string_agg(quote_ident(attname), ', '), string_agg('excluded.' || quote_ident(attname), ', ')
  into v_columns, v_values
  from pg_attribute
  where attrelid = p_table and attnum > 0 and not attisdropped and attgenerated = '' and p_rows -> 0 ? attname::text;

  execute format(
    'insert into %1$s (%2$s) select %2$s from jsonb_populate_recordset(null::%1$s, $1)
     on conflict (store_id, id) do update set (%2$s) = row(%3$s)',
    p_table, v_columns, v_values
  ) using p_rows;
end
$$;
