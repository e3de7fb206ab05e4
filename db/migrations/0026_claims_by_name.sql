-- A worker that loses its connection may never learn what it has claimed: each claim has a name, by which it is undone. Without
-- an index, so that a claim still changes nothing that an index knows of.
alter table deliveries add column claimed_by text;

-- They take the claim's name from now on; the functions are made anew after each migration.
drop function if exists claim_deliveries(text, integer, integer, float8);
drop function if exists claim_batches(text, integer, integer, float8, float8);
