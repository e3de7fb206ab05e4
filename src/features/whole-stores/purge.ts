import { conflict, notFound } from '../../core/errors/errors.ts'
import { MAX_ROWS } from '../../core/database/purge-rows.ts'
import type { Db } from '../../core/database/db.ts'
import type { Log } from '../../core/process/log.ts'
import { plainTables } from '../changes/plain-resources.ts'
import { t } from '../../core/texts/text.ts'

/** Of each store, each before those that its foreign keys refer to. */
export const tablesOfStore = [
  'idempotency_keys', 'import_rows', 'import_pictures', 'imports', 'import_files',
  'change_rows', 'changes', 'panel_drafts', 'panel_visits', 'deliveries', 'delivery_payloads', 'webhooks', 'webhook_listeners',
  'catalog_events', 'event_sessions', 'reviews', 'receipt_keys', 'receipts', 'phone_codes', 'orders', 'order_sums', 'product_sums',
  'customer_names', 'customers', 'payment_accounts', 'payment_pages', 'payment_problems', 'variants', 'products', ...plainTables,
  'pictures', 'connections', 'theme_versions', 'themes', 'counters', 'invitations', 'push_subscriptions', 'oauth_tokens',
  'oauth_grants', 'members', 'api_keys', 'slugs', 'domains', 'billing_changes', 'billing_events', 'cap_warnings',
  'billing_customers', 'billing_accounts', 'whatsapp_messages', 'restock_requests', 'restock_looks', 'carts', 'cart_months',
] // prettier-ignore

const RETENTION_DAYS = 30
/** The approximate maximum of one run, in ms. */
const MAX_TURN = 10_000

/**
 * Deletes stores that were marked as deleted more than 30 days ago, with all of their rows. A store with a live subscription is kept until
 * that is cancelled; one that fails is retried after an hour. @returns whether there are more
 */
export async function purgeDeletedStores(sql: Db, log: Log): Promise<boolean> {
  const until = performance.now() + MAX_TURN
  while (performance.now() < until) {
    const storeId = await findStore(sql)
    if (!storeId) return false
    try {
      await purge(sql, storeId, until)
    } catch (err) {
      await sql`update stores set purge_failed_at = statement_timestamp() where id = ${storeId}`
      log.error({ err, store: storeId }, 'store could not be purged')
    }
  }
  return true
}

async function findStore(sql: Db): Promise<string | null> {
  const [store] = await sql<{ id: string }[]>`
    select id
    from stores
    where deleted_at < now() - make_interval(days => ${RETENTION_DAYS})
    and (purge_failed_at is null or purge_failed_at < now() - interval '1 hour')
    and not exists (
      select
      from billing_accounts
      where billing_accounts.store_id = stores.id and subscription_id is not null
    )
    order by purge_failed_at nulls first, deleted_at
    limit 1`
  return store?.id ?? null
}

/** Deletes rows until the run's time is up. @returns how many of each table */
async function purge(sql: Db, storeId: string, until: number) {
  const counts: Record<string, number> = {}
  for (const table of tablesOfStore) {
    for (let count = MAX_ROWS; count === MAX_ROWS;) {
      if (performance.now() > until) return counts
      count = await purgeSome(sql, table, storeId)
      counts[table] = (counts[table] ?? 0) + count
    }
  }
  counts['stores'] = (await sql`delete from stores where id = ${storeId}`).count
  return counts
}

async function purgeSome(sql: Db, table: string, storeId: string): Promise<number> {
  const { count } = await sql`
    delete from ${sql(table)}
    where store_id = ${storeId}
    and ctid = any(array(select ctid from ${sql(table)} where store_id = ${storeId} limit ${MAX_ROWS}))`
  return count
}

/** Whether it was marked as deleted or not. @throws 404, 409 while it has a subscription that could still be charged */
export async function purgeStore(sql: Db, idOrSlug: string) {
  const store = await markAsDeleted(sql, idOrSlug)
  const counts = await purge(sql, store.id, Infinity)
  return { ...store, counts }
}

/** Marks it as deleted, so that no new rows are written for it. */
function markAsDeleted(sql: Db, idOrSlug: string) {
  return sql.begin(async (tx) => {
    const [store] = await tx<{ id: string; slug: string; isCharged: boolean }[]>`
      select
        id, slug,
        exists (
          select from billing_accounts where store_id = stores.id and subscription_id is not null
        ) as is_charged
      from stores
      where ${idOrSlug} in (id, slug)
      order by id = ${idOrSlug} desc, deleted_at is null desc, deleted_at desc
      limit 1
      for update`
    if (!store) throw notFound(t('La tienda {name}', { name: idOrSlug }))
    if (store.isCharged)
      throw conflict('STORE_IS_CHARGED', t('La tienda tiene una suscripción que se cobra todavía'))
    await tx`update stores set deleted_at = coalesce(deleted_at, statement_timestamp()) where id = ${store.id}`
    return { id: store.id, slug: store.slug }
  })
}
