-- What is deleted by its age is found by its age.
create index catalog_events_by_age on catalog_events using brin (created_at);

alter table event_sessions add column created_at timestamptz not null default clock_timestamp();
create index event_sessions_by_age on event_sessions using brin (created_at);

-- The day's salt of the addresses in the log. A day later it is gone, and nobody can find out any more whose they were.
create table log_salts (
  day date primary key,
  salt text not null
);
