-- The webhooks subscribed to an event, with the state in which their deliveries start: paused where the webhook was disabled for
-- failing, until it is enabled again. One that its owner switched off gets none. Listeners of a command line read theirs themselves: paused
-- deliveries are not claimed by workers.
create or replace function webhook_targets(p_store_id text, p_event text)
returns table (recipient text, state text) language sql stable
as $$
  select id, case when is_active then 'waiting' else 'paused' end
  from webhooks
  where store_id = p_store_id
  and p_event = any(events)
  and (is_active or disabled_reason is not null)
  union all
  select id, 'paused'
  from webhook_listeners
  where store_id = p_store_id and listens_until > now()
$$;
