-- Indexes on tables that may be large when a release brings them: built one after the other beside writers, by the worker. One that an
-- interrupted build left invalid is built again. A name never changes its columns: another index has another name.

-- Lists of orders by payment, area and the last change, a page of an order by its token, proposals that expire.
create index concurrently orders_by_payment on orders (store_id, payment_state, created_at desc, id desc) where payment_state is not null;
create index concurrently orders_by_method on orders (store_id, (payment ->> 'methodId'), created_at desc, id desc) where payment is not null;
create index concurrently orders_by_area on orders (store_id, shipping_area, created_at desc, id desc) where shipping_area is not null;
create unique index concurrently orders_of_token on orders (tracking_token, store_id);
create index concurrently orders_by_update on orders (store_id, updated_at desc, id desc);
create index concurrently orders_with_open_proposal on orders (store_id, id) where proposal ->> 'state' = 'OPEN';

-- Who waits for a product that is back.
create index concurrently restock_requests_due on restock_requests (due_at) where due_at is not null;
create index concurrently restock_requests_of_variant on restock_requests (store_id, variant_id, due_at);

-- Who writes on WhatsApp: a store's number, a customer's, an owner who waits.
create index concurrently stores_by_number on stores (whatsapp_number) where whatsapp_number is not null;
create index concurrently whatsapp_messages_of_owners on whatsapp_messages (phone, n) where handled_at is null and from_owner;
create index concurrently customers_by_phone on customers (phone, last_order_at desc);

-- The sitemaps of all shops.
create index concurrently stores_open on stores (created_at, id) where deleted_at is null and billing_state = 'active';

-- What the worker's jobs look for, which is little or nothing of a large table.
create index concurrently stores_deleted on stores (deleted_at) where deleted_at is not null;
create index concurrently stores_with_unpaid_hours on stores (id) where unpaid_hours is not null;
create index concurrently deliveries_paused on deliveries (store_id, recipient) where state = 'paused';
create index concurrently deliveries_answers on deliveries (created_at) where kind = 'answer';
create index concurrently invitations_by_expiry on invitations (expires_at);
create index concurrently webhook_listeners_by_end on webhook_listeners (listens_until);
create index concurrently sessions_by_expiry on sessions (expires_at);
create index concurrently sessions_by_use on sessions (last_seen_at);
create index concurrently long_rate_hits_by_end on long_rate_hits (ends_at);
create index concurrently whatsapp_messages_to_hash on whatsapp_messages (received_at) where store_id is null and phone not like 'hash %';
create index concurrently payment_accounts_by_key on payment_accounts (split_part(secrets, '.', 1)) where secrets is not null;

-- What is deleted by its age, from its oldest end, and what these replace: a range of a BRIN index never gets younger, so that in
-- pages which were filled again the purges read the whole table.
create index concurrently deliveries_by_time on deliveries (created_at);
create index concurrently delivery_payloads_by_time on delivery_payloads (created_at);
create index concurrently catalog_events_by_time on catalog_events (created_at);
create index concurrently event_sessions_by_time on event_sessions (created_at);
create index concurrently changes_by_time on changes (created_at);
create index concurrently key_requests_by_time on key_requests (at);
create index concurrently whatsapp_messages_by_time on whatsapp_messages (received_at);
drop index concurrently if exists deliveries_by_age;
drop index concurrently if exists delivery_payloads_by_age;
drop index concurrently if exists catalog_events_by_age;
drop index concurrently if exists event_sessions_by_age;
drop index concurrently if exists changes_by_age;
drop index concurrently if exists key_requests_by_age;
drop index concurrently if exists whatsapp_messages_by_age;

-- Whose batch a callback is about, while nobody has recorded it.
create index concurrently recipient_pace_by_batch on recipient_pace (batch_id) where batch_id is not null;

-- Look-ups by SKU.
create index concurrently products_by_sku on products (store_id, sku) where sku is not null;
create index concurrently variants_by_sku on variants (store_id, sku) where sku is not null;
-- Most stores have none: an order asks whether its store does.
create index concurrently categories_with_hours on categories (store_id) where hours is not null;

-- Accounts that wait to be erased.
create index concurrently accounts_by_deletion on accounts (deleted_at) where deleted_at is not null and erased_at is null;
