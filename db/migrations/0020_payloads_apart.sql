-- What deliveries say, once for all who are told the same. Apart from them, because a delivery's row is rewritten by each
-- claim and each record, and these words are most of it.
create table delivery_payloads (
  store_id text not null references stores,
  id text not null,
  payload jsonb not null,
  created_at timestamptz not null default clock_timestamp(),
  primary key (store_id, id)
);
create index delivery_payloads_by_age on delivery_payloads using brin (created_at);

insert into delivery_payloads (store_id, id, payload, created_at)
select store_id, id, payload, created_at
from deliveries;

-- No foreign key: to check it, each payload's end would need an index of deliveries by it, and each record write to that.
alter table deliveries alter column payload type text using id;
alter table deliveries rename column payload to payload_id;
