-- What is under way for a recipient is counted by each claim: never by way of all that waits for it.
drop index deliveries_leased;
create index deliveries_under_way on deliveries (kind, recipient, leased_until) where leased_until is not null;
