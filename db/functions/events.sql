-- Enqueues an event, in the transaction of the change: a delivery for each of the store's webhooks that listen to it, and for
-- those of p_others, [{ kind, recipient }]. All share one payload; without any recipient nothing is written.
create or replace function enqueue_event(
  p_store_id text, p_event text, p_subject_id text, p_payload jsonb, p_traceparent text, p_others jsonb default null
) returns void language plpgsql volatile
as $$
declare
  v_target record;
begin
  for v_target in
    with targets (kind, recipient, state) as (
      select 'webhook', recipient, state
      from webhook_targets
      where store_id = p_store_id and (events is null or p_event = any(events))
      union all
      select kind, recipient, 'waiting'
      from jsonb_to_recordset(p_others) as others (kind text, recipient text)
    ), payload as (
      insert into delivery_payloads (store_id, id, payload, traceparent)
      select p_store_id, new_id(), p_payload, p_traceparent
      where exists (select from targets)
      returning id
    )
    insert into deliveries (store_id, id, kind, recipient, event, subject_id, payload_id, state)
    select p_store_id, new_id(), targets.kind, targets.recipient, p_event, p_subject_id, payload.id, targets.state
    from targets
    cross join payload
    returning kind, recipient, state
  loop
    if v_target.state = 'waiting' then
      insert into recipient_wakes (kind, recipients) values (v_target.kind, array[v_target.recipient]);
    end if;
  end loop;
end
$$;

-- Enqueues events of an order for the store's webhooks, with the order as it stands in this transaction.
create or replace function announce_order(p_store_id text, p_id text, p_events text[], p_traceparent text)
returns void language plpgsql volatile
as $$
begin
  perform enqueue_event(p_store_id, event, p_id, to_jsonb(orders) || jsonb_build_object('payment_method', (
    select method_of_order(instructions, accounts, pix_key, merchant_name, merchant_city)
    from payment_methods as method
    where method.store_id = p_store_id and method.id = orders.payment ->> 'methodId'
  ), 'receipts', (
    select coalesce(
      jsonb_agg(
        jsonb_build_object('id', receipts.id, 'sentAt', receipts.created_at, 'duplicateOf', duplicate_of)
        order by receipts.created_at, receipts.id
      ),
      '[]'
    )
    from receipts
    where receipts.store_id = p_store_id and order_id = p_id
  )), p_traceparent)
  from orders
  cross join unnest(p_events) as event
  where orders.store_id = p_store_id and orders.id = p_id;
end
$$;
