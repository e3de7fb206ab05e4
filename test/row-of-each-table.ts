import { hashToken } from '../src/features/api-keys/token.ts'
import { createSession } from '../src/features/sessions/session.ts'
import type { Service } from './service.ts'
import { aKey, aPlacedOrder, aProduct, aReview, aStore, aWebhook } from './factories.ts'

/** A row of everything that expires, which it does now or later, and of what does not. */
export async function fillWithAged(service: Service) {
  const { sql } = service
  const store = await aStore(service)
  const of = { store: store.id, account: store.ownerId }
  await aPlacedOrder(service, store)
  await aWebhook(service, store)
  const sold = await aProduct(service, store)
  const unsold = await aProduct(service, store)
  const reviewed = await aProduct(service, store)
  await aReview(service, store, reviewed.id)
  await sql`update products set deleted_at = now() where id = any(${[sold.id, unsold.id, reviewed.id]})`
  await sql`
    insert into product_sums (store_id, span, starts_at, currency, product_id, units, gross)
    values (${of.store}, 'ever', 'epoch', 'GTQ', ${sold.id}, 1, 1)`
  await sql`
    insert into variants (store_id, id, product_id, name, position, removed_at)
    values (${of.store}, 'removed', ${reviewed.id}, 'M', 2, now())`
  await sql`update deliveries set state = 'done', finished_at = now()`
  await aKey(service, { storeId: of.store, accountId: of.account })
  await sql`update api_keys set revoked_at = now() where store_id = ${of.store} and token_hash <> ${hashToken(store.key)}`
  const session = await createSession(sql, { accountId: of.account, device: 'Chrome' })
  const gone = { day: new Date().toISOString().slice(0, 10), bytes: Buffer.from('x'), session: session.id }
  await sql`insert into import_files (store_id, id, body) values (${of.store}, 'aged', ${gone.bytes})`
  await sql`
    insert into imports (store_id, id, file_id, state, is_dry_run, skips_refused, adds_categories, column_map)
    values (${of.store}, 'aged', 'aged', 'done', false, false, false, '{}')`
  await sql`insert into import_rows (store_id, import_id, line, action) values (${of.store}, 'aged', 1, 'new')`
  await sql`insert into import_pictures (store_id, import_id, n, url, product_ids) values (${of.store}, 'aged', 1, '', '{}')`
  await sql`insert into rate_hits (key, ends_at, hits) values ('aged', now(), 1)`
  await sql`insert into long_rate_hits (key, ends_at, hits) values ('aged', now(), 1)`
  await sql`insert into webhook_listeners (store_id, id, listens_until) values (${of.store}, 'aged', now())`
  await sql`insert into recipient_pace (kind, recipient, next_at) values ('whatsapp', 'aged', now())`
  await sql`insert into recipient_wakes (kind, recipients) values ('restock', '{aged}')`
  await sql`
    insert into idempotency_keys (store_id, scope, key, request_hash, status, body)
    values (${of.store}, 's', 'aged', '', 200, '')`
  await sql`
    insert into key_requests (key_id, method, path, status, duration, at)
    values ('aged', 'GET', '/api/v1/store', 200, 1, now())`
  await sql`insert into proof_failures (key, failures, failed_at) values ('aged', 1, now())`
  await sql`insert into billing_events (store_id, id, type) values (${of.store}, 'aged', 'x')`
  await sql`
    insert into account_challenges (token_hash, purpose, state, expires_at)
    values (${gone.bytes}, 'x', '{}', now())`
  await sql`insert into known_devices (account_id, id, token_hash) values (${of.account}, 'aged', ${gone.bytes})`
  await sql`insert into slugs (slug, store_id, held_until) values ('aged', ${of.store}, now())`
  await sql`
    insert into invitations (store_id, id, email, role, token_hash, expires_at)
    values (${of.store}, 'aged', 'aged@b.c', 'STAFF', ${gone.bytes}, now())`
  await sql`insert into panel_drafts (store_id, account_id, form, fields) values (${of.store}, ${of.account}, '/', '{}')`
  await sql`
    insert into push_subscriptions (store_id, id, account_id, session_id, endpoint, p256dh, auth, device)
    values (${of.store}, 'aged', ${of.account}, ${gone.session}, 'https://push.example', 'k', 'a', 'Chrome')`
  await sql`
    insert into pictures (store_id, id, source_hash, type, width, height, body)
    values (${of.store}, 'aged', ${gone.bytes}, 'image/webp', 1, 1, ${gone.bytes})`
  await sql`
    insert into receipts (store_id, id, order_id, source_hash, type, body, fingerprint)
    select store_id, 'aged', id, '', 'image/jpeg', '', '' from orders where store_id = ${of.store}`
  await sql`
    insert into phone_codes (store_id, code, order_id, expires_at)
    select store_id, 'A1B2C3D4', id, now() from orders where store_id = ${of.store}`
  await sql`
    insert into whatsapp_messages (wamid, n, phone, kind, text, sent_at)
    values ('aged', nextval('whatsapp_arrivals'), '+50255551234', 'text', 'hola', now())`
  await sql`insert into whatsapp_identities (user_id, phone, phone_key) values ('CO.1', '+50255551234', '+50255551234')`
  await sql`insert into whatsapp_replies (sender, day, count) values ('+50255551234', current_date, 1)`
  await sql`insert into whatsapp_priced (message_id) values ('aged')`
  await sql`insert into restock_requests (store_id, variant_id, phone) values (${of.store}, 'aged', '+50255551234')`
  await sql`insert into restock_looks (store_id, id) values (${of.store}, 'aged')`
  await sql`insert into carts (store_id, id, lines, expires_at) values (${of.store}, 'aged', '[]', now())`
  await sql`insert into receipt_keys (store_id, key, receipt_id) values (${of.store}, 1, 'aged')`
  await sql`insert into catalog_events (store_id, id, type, session_id) values (${of.store}, 'aged', 'ADD_TO_CART', 's')`
  await sql`insert into event_sessions (store_id, type, session_id) values (${of.store}, 'ADD_TO_CART', 's')`
  await sql`insert into changes (store_id, id, by) values (${of.store}, 'aged', 'operator')`
  await sql`
    insert into change_rows (store_id, change_id, table_name, row_id) values (${of.store}, 'aged', 'products', 'p')`
  return { store, sold, unsold, reviewed }
}
