-- What is kept under an id of WhatsApp becomes that of the phone that the id belongs to: messages, waiting requests, the day's replies, and
-- that one wants no messages, which either of both may have said. Its messages come first: whoever handles one of them has locked it, and
-- their effect is there when they have committed. Another id of the phone is somebody's who had the number before: they are not known by it
-- any more. An id of an enterprise (`CO.ENT.…`) is beside that of the business.
create or replace function tie_identity(p_user_id text, p_phone text, p_key text, p_forms text[]) returns void language plpgsql volatile
as $$
declare
  v_now timestamptz := clock_timestamp();
  v_request record;
begin
  perform pg_advisory_xact_lock(hashtextextended(p_user_id, 9));
  perform pg_advisory_xact_lock(hashtextextended(p_key, 9));
  delete from whatsapp_identities
  where phone_key = p_key and user_id <> p_user_id and (user_id like '__.ENT.%') = (p_user_id like '__.ENT.%');
  insert into whatsapp_identities (user_id, phone, phone_key, seen_at)
  values (p_user_id, p_phone, p_key, v_now)
  on conflict (user_id) do update
  set phone = excluded.phone, phone_key = excluded.phone_key, seen_at = excluded.seen_at;

  update whatsapp_messages
  set phone = p_phone, from_owner = exists (select from stores where whatsapp_number = any(p_forms))
  where phone = p_user_id;

  insert into whatsapp_opt_outs (phone, opted_out_at)
  select p_key, opted_out_at from whatsapp_opt_outs where phone = p_user_id
  on conflict (phone) do nothing;
  delete from whatsapp_opt_outs where phone = p_user_id;

  for v_request in delete from restock_requests where phone = p_user_id returning store_id, variant_id, created_at, due_at
  loop
    insert into restock_requests (store_id, variant_id, phone, created_at, due_at)
    values (v_request.store_id, v_request.variant_id, p_key, v_request.created_at, v_request.due_at)
    on conflict (store_id, variant_id, phone) do update
    set created_at = least(restock_requests.created_at, excluded.created_at);
  end loop;
  if exists (select from whatsapp_opt_outs where phone = p_key) then
    delete from restock_requests where phone = p_key;
  end if;

  insert into whatsapp_replies (day, sender, count)
  select day, p_key, count from whatsapp_replies where sender = p_user_id
  on conflict (sender, day) do update
  set count = whatsapp_replies.count + excluded.count;
  delete from whatsapp_replies where sender = p_user_id;
end
$$;
