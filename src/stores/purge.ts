import { MAX_ROWS } from '../core/jobs/maintenance.ts'
import type { Db } from '../core/database/db.ts'
import type { Log } from '../core/process/log.ts'

/** All that a store has, each table before those that it points to. Sums follow the orders that they are kept from. */
export const tablesOfStore = [
  'change_rows', 'changes', 'panel_drafts', 'panel_visits', 'deliveries', 'delivery_payloads', 'webhooks',
  'catalog_events', 'event_sessions', 'reviews', 'orders', 'order_sums', 'product_sums', 'customer_names',
  'customers', 'discounts', 'shipping_options', 'variants', 'products', 'pictures', 'categories', 'connections',
  'theme_versions', 'themes', 'counters', 'invitations', 'push_subscriptions', 'members', 'api_keys', 'slug_holds', 'billing_changes',
  'cap_warnings',
  'billing_accounts',
] // prettier-ignore

const RETENTION_DAYS = 30
/** ms that one turn takes at most, somewhat. */
const MAX_TURN = 10_000

/**
 * Deletes stores that were marked as deleted more than 30 days ago, with everything of theirs. Here and not in each
 * table's folder: it is one list, in the order of the foreign keys. One that still pays waits until its subscription is
 * ended; one that can't be purged is tried again in an hour, behind the others. Says whether there is more.
 */
export async function purgeDeletedStores(sql: Db, log: Log): Promise<boolean> {
  const until = performance.now() + MAX_TURN
  while (performance.now() < until) {
    const storeId = await findStore(sql)
    if (!storeId) return false
    try {
      await purge(sql, storeId, until)
    } catch (err) {
      await sql`update stores set purge_failed_at = clock_timestamp() where id = ${storeId}`
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

/** As much of it as there is time for. */
async function purge(sql: Db, storeId: string, until: number) {
  for (const table of tablesOfStore) {
    while (await purgeSome(sql, table, storeId)) if (performance.now() > until) return
  }
  await sql`delete from stores where id = ${storeId}`
}

async function purgeSome(sql: Db, table: string, storeId: string): Promise<boolean> {
  const { count } = await sql`
    delete from ${sql(table)}
    where store_id = ${storeId}
    and ctid = any(array(select ctid from ${sql(table)} where store_id = ${storeId} limit ${MAX_ROWS}))`
  return count === MAX_ROWS
}
