-- Trigger that records what an attributed transaction (Db.attributedTo) does to a row of a store, in that transaction. The
-- rows of one request make one change. Its arguments are the table, the columns that are not recorded, and those whose
-- values are hidden: see db/migrations/0015_changes.sql. A product is recorded with a hash of its variants, whose own rows
-- have what changed in them: with both as they were and as they are, a product with many variants would fill the disk.
create or replace function record_change() returns trigger language plpgsql
as $$
declare
  v_actor jsonb := current_setting('vitrina.actor')::jsonb;
  v_table text := tg_argv[0];
  v_ignored text[] := tg_argv[1]::text[];
  v_hidden text[] := tg_argv[2]::text[];
  v_old jsonb;
  v_new jsonb;
  v_row jsonb;
  v_before jsonb;
  v_after jsonb;
  v_store_id text;
  v_label text;
begin
  if tg_op = 'UPDATE' and old is not distinct from new then
    return null;
  end if;
  v_old := case when tg_op = 'INSERT' then tg_argv[3]::jsonb else to_jsonb(old) end;
  v_new := case when tg_op <> 'DELETE' then to_jsonb(new) end;
  v_row := coalesce(v_new, v_old);
  if v_table = 'products' and v_new is not null then
    v_old := v_old - 'variants' || jsonb_build_object('variants_md5', md5(v_old ->> 'variants'));
    v_new := v_new - 'variants' || jsonb_build_object('variants_md5', md5(v_new ->> 'variants'));
  end if;
  v_store_id := case when v_table = 'stores' then v_row ->> 'id' else v_row ->> 'store_id' end;
  if v_store_id is null then
    return null; -- an account key, which belongs to no store
  end if;

  if v_old is null then
    v_after := v_new - v_ignored - v_hidden;
  elsif v_new is null then
    v_before := v_old - v_hidden; -- the whole row, so that it can be restored
  else
    select
      jsonb_object_agg(key, case when key <> all(v_hidden) then value end),
      jsonb_object_agg(key, case when key <> all(v_hidden) then v_new -> key end)
    into v_before, v_after
    from jsonb_each(v_old - v_ignored)
    where value is distinct from v_new -> key;
    if v_before is null then
      return null;
    end if;
  end if;

  insert into changes (store_id, id, by, account_id, key_id)
  values (v_store_id, v_actor ->> 'changeId', v_actor ->> 'by', v_actor ->> 'accountId', v_actor ->> 'keyId')
  on conflict (store_id, id) do nothing;

  case v_table
    when 'variants' then
      select concat_ws(', ', name, case when v_row -> 'is_default' = 'false' then v_row ->> 'name' end) into v_label
      from products
      where store_id = v_store_id and id = v_row ->> 'product_id';
    when 'members' then
      select name into v_label from accounts where id = v_row ->> 'account_id';
    when 'themes' then
      v_label := v_row ->> 'id';
    when 'payment_accounts' then
      v_label := case v_row ->> 'id' when 'stripe' then 'Stripe' else 'Mercado Pago' end;
    else
      v_label := coalesce(v_row ->> 'name', v_row ->> 'code', v_row ->> 'order_number');
  end case;
  insert into change_rows (store_id, change_id, table_name, row_id, parent_id, label, before, after)
  values (
    v_store_id, v_actor ->> 'changeId', v_table, v_row ->> 'id', v_row ->> 'product_id', v_label, v_before, v_after
  );
  return null;
end
$$;
