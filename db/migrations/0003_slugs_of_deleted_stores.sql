-- The slug of a deleted store is held for a while by slug_holds, and free after that.
alter table stores drop constraint stores_slug_key;
create unique index stores_slug_key on stores (slug) where deleted_at is null;
