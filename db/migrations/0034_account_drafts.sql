-- Oldest release: 0.2.0
-- Locks: panel_drafts, stores
-- A form of a page outside of stores is kept under its account's id, as their idempotency keys are. A purged store's drafts are
-- deleted by name (src/stores/purge.ts).
alter table panel_drafts drop constraint panel_drafts_store_id_fkey;
