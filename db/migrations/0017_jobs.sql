-- When each maintenance job is due next; the process that moves next_at forward runs the job.
create table maintenance_jobs (
  name text primary key,
  next_at timestamptz not null,
  succeeded_at timestamptz
);
