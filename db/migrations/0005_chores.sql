-- What has to be tidied up now and then, and when next: whoever moves the time on does the chore.
create table chores (
  name text primary key,
  next_at timestamptz not null
);

create index deliveries_by_age on deliveries using brin (created_at);
