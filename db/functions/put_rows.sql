-- Upserts rows of a store's table, each in the form of `to_jsonb`. Columns missing from the first row keep their values, and
-- have their defaults in new rows.
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
