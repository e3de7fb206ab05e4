-- Oldest release: 0.2.0
-- Locks: stores
-- How the shop shows a price of 0: `free`, or `ask`, where the product is asked about and can't be ordered.
alter table stores add column zero_price text not null default 'free';
