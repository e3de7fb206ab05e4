-- How deliveries are taken from the outbox.
alter table deliveries
  -- the deliveries that one message stands for; each attempt has a batch of its own
  add column batch_id text,
  -- goes only while nothing else of its recipient is under way: what was held keeps its order
  add column one_by_one boolean not null default false,
  -- attempts of earlier rounds: what is delivered anew begins its schedule again
  add column attempts_before integer not null default 0;

drop index deliveries_waiting_of_recipient;
create index deliveries_due_of_recipient on deliveries (kind, recipient, due_at, created_at, id) where state = 'waiting';
create index deliveries_leased on deliveries (kind, recipient) where leased_until is not null;
create index deliveries_of_batch on deliveries (batch_id) where batch_id is not null;
