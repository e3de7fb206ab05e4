-- Oldest release: 0.4.0
-- Locks: accounts
-- An account that its person deleted: signing in takes it back for 30 days; then nothing of the person is left in it.
alter table accounts add column deleted_at timestamptz, add column erased_at timestamptz;
