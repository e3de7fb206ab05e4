-- To claim a delivery changes nothing that an index knows of, so that its row is rewritten in its own page (HOT): no index
-- may name leased_until or attempts, and pages keep room for each row's next form.
drop index deliveries_under_way;
alter table deliveries set (fillfactor = 50);

-- The batch that a recipient got last: by it one sees whether it is still under way.
alter table recipient_pace add column batch_id text;
