-- Oldest release: 0.2.0
-- Locks: whatsapp_messages
-- Whether the sender's number was a store's when the message arrived: those are handled first.
alter table whatsapp_messages add column from_owner boolean not null default false;
