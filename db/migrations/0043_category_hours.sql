-- Oldest release: 0.4.0
-- Locks: categories
-- When what is in a category is sold, as the hours of a store; null: always.
alter table categories add column hours jsonb;
