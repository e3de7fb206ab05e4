-- When a deleted store could last not be purged: the others go before it is tried again.
alter table stores add column purge_failed_at timestamptz;
