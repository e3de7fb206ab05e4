-- $1 the store, $2 the events of its storefront as JSON.
with rows as (
  select id, type, session_id, metadata, at
  from jsonb_to_recordset($2::text::jsonb) as rows (
    id text, type text, session_id text, metadata json, at timestamptz
  )
), events as (
  insert into catalog_events (store_id, id, type, session_id, metadata, created_at)
  select $1, id, type, session_id, metadata, at from rows
)
insert into event_sessions (store_id, type, session_id)
select distinct $1, type, session_id from rows
