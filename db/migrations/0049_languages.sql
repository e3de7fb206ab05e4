-- Oldest release: 0.4.0
-- Locks: accounts, stores
-- The language of what a store's shoppers read, and of what a person reads: null is that of the store.
alter table stores
  add column language text not null default 'es',
  add constraint stores_language_check check (language in ('es', 'pt', 'en')) not valid;
alter table accounts
  add column language text,
  add constraint accounts_language_check check (language in ('es', 'pt', 'en')) not valid;
