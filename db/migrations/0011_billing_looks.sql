-- When we last began to look at a store's objects: what arrived before that was seen.
alter table billing_accounts add column looked_at timestamptz;
