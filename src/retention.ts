import { eraseDeletedAccounts } from './features/accounts/deletion.ts'
import { purgeOldRequests } from './features/api-keys/purge-requests.ts'
import type { Db } from './core/database/db.ts'
import { purgeRows, type ExpiredRows } from './core/database/purge-rows.ts'
import type { MaintenanceJob } from './core/jobs/maintenance.ts'
import { DELIVERY_KINDS } from './core/outbox/delivery.ts'
import { purgeOldAnswers } from './core/outbox/purge.ts'
import { wakeMissed } from './core/outbox/wake.ts'
import { plainTables } from './features/changes/plain-resources.ts'
import { purgeUnusedPictures } from './features/media/purge-unused.ts'
import { purgeDeletedProducts } from './features/products/list-deleted.ts'
import { purgeDeletedStores } from './features/whole-stores/purge.ts'
import { endExpiredListeners } from './features/webhooks/listener.ts'
import { resumePaused } from './features/webhooks/enable.ts'
import { hashUnknownSenders } from './features/whatsapp/store-messages.ts'

/** Rows of a table, by default the first of its entry: older than an age by a column, or by a condition. All of it is SQL. */
type Rows = { table?: string; key: string; max?: number } & (
  | { older: [column: string, age: string]; and?: string }
  | { where: string }
)

/** A function where it is more than a delete. Hourly, where nothing else is said. */
type Purge = { job: string; everySeconds?: number } & (Rows | Pick<MaintenanceJob, 'run'>)

type Retention = { tables: string; limit: string; purges?: Purge[] }

const [MINUTE, HOUR] = [60, 3600]

/** How long the rows of each table are kept. The jobs of the worker and the table of docs/retention.md are made from it. */
// prettier-ignore
export const retention: readonly Retention[] = [
  { tables: 'orders, customers, customer_names',
    limit: "kept: the shop's books, with the last proposed change of an order and at most 20 versions of before, 256 KiB together; " +
      'erasing a customer empties names, phones, addresses, places, notes and messages, in these too' },
  { tables: 'order_sums, product_sums',
    limit: 'kept: at most 16 rows a currency and quarter of an hour with orders; 3 rows a product and day' },
  { tables: 'payment_accounts', limit: 'one for each provider of a store; its tokens until it is disconnected' },
  { tables: 'payment_pages', limit: 'one an order; 30 days after it lapsed',
    purges: [{ job: 'lapsed payment pages', key: 'store_id, order_id', older: ['expires_at', '30 days'] }] },
  { tables: 'payment_problems', limit: 'until somebody has dealt with it, and 400 days more',
    purges: [{ job: 'old payment problems', key: 'store_id, id', older: ['resolved_at', '400 days'] }] },
  { tables: 'counters', limit: '8 rows a name, some 15 names a store' },
  { tables: 'products, variants',
    limit: 'at most 10,000 products of 100 variants a store; deleted ones that nobody bought or reviewed, and variants that were ' +
      'taken off: 90 days',
    purges: [{ job: 'deleted products', run: purgeDeletedProducts },
      { job: 'removed variants', table: 'variants', key: 'store_id, id', older: ['removed_at', '90 days'], max: 500 }] },
  { tables: 'pictures', limit: 'those that nothing shows: 30 days',
    purges: [{ job: 'unused pictures', run: purgeUnusedPictures }] },
  { tables: 'receipts, receipt_keys',
    limit: '180 days, and until the customer is erased; at most 5 an order, of 10 MiB together, and of a store and an account the ' +
      'MiB of a day below',
    purges: [{ job: 'old receipts', key: 'store_id, id', older: ['created_at', '180 days'], max: 500 }] },
  { tables: 'phone_codes', limit: '7 days after they expired; at most 2 an order and day, while somebody opens its page',
    purges: [{ job: 'expired phone codes', key: 'store_id, code', older: ['expires_at', '7 days'] }] },
  { tables: 'whatsapp_opt_outs',
    limit: 'kept: a row for each number that wrote `baja`, until it writes `alta`; erasing a customer leaves it, or messages would ' +
      'begin again' },
  { tables: 'whatsapp_identities',
    limit: '90 days after they were seen last; those of numbers in `whatsapp_opt_outs` are kept',
    purges: [{ job: 'unseen identities', key: 'user_id', older: ['seen_at', '90 days'],
      and: 'not exists (select from whatsapp_opt_outs where whatsapp_opt_outs.phone = phone_key)' }] },
  { tables: 'whatsapp_replies', limit: '2 days: a row for each sender and day',
    purges: [{ job: 'old replies', key: 'sender, day', older: ['day', '2 days'] }] },
  { tables: 'whatsapp_priced', limit: '90 days: the ids of messages whose price was counted',
    purges: [{ job: 'old prices', key: 'message_id', older: ['priced_at', '90 days'] }] },
  { tables: 'whatsapp_costs', limit: 'kept: a row for each month, store and category' },
  { tables: 'restock_requests',
    limit: '90 days, or until the product is back, the person writes `baja`, or is erased as a customer; at most 20 a phone, 5,000 a ' +
      'variant',
    purges: [{ job: 'old restock requests', key: 'store_id, variant_id, phone', older: ['created_at', '90 days'] }] },
  { tables: 'restock_looks', limit: '90 days; until the next minute where notices of what is back are set up',
    purges: [{ job: 'old looks', key: 'store_id, id', older: ['at', '90 days'] }] },
  { tables: 'reviews', limit: '3 an address and day; until the shop deletes them' },
  { tables: plainTables.join(', '), limit: "the plan's caps; at most 10 payment methods" },
  { tables: 'webhooks, connections, themes', limit: "the plan's caps" },
  { tables: 'theme_versions', limit: 'the newest 20 of a theme' },
  { tables: 'deliveries',
    limit: "done, failed or paused: 30 days; what waits has failed after 75 hours; replies to people's messages 1 day, and those " +
      'that name an order until its customer is erased',
    purges: [{ job: 'old deliveries', key: 'store_id, id', older: ['created_at', '30 days'], and: "state <> 'waiting'" },
      { job: 'old answers', run: purgeOldAnswers },
      { job: 'stranded deliveries', run: resumePaused, everySeconds: MINUTE }] },
  { tables: 'delivery_payloads', limit: '31 days',
    purges: [{ job: 'old payloads', key: 'store_id, id', older: ['created_at', '31 days'], and: `(store_id, id) not in (
      select store_id, payload_id from deliveries where created_at < now() - interval '30 days 23 hours')` }] },
  { tables: 'webhook_listeners', limit: '10 minutes after their lease',
    purges: [{ job: 'ended listeners', run: endExpiredListeners, everySeconds: 10 * MINUTE }] },
  { tables: 'whatsapp_messages',
    limit: '30 days; a day after they arrived the senders of those about no store are replaced by a hash whose key is not kept; a ' +
      'contact that was shared until it is handled',
    purges: [{ job: 'old messages', key: 'wamid', older: ['received_at', '30 days'] },
      { job: 'numbers of unknown senders', run: hashUnknownSenders }] },
  { tables: 'due_recipients', limit: 'until nothing of theirs waits',
    purges: [{ job: 'missed deliveries', run: wakeMissed, everySeconds: MINUTE }] },
  { tables: 'recipient_wakes', limit: '1 day, and until the next claim',
    purges: [{ job: 'old wakes', key: 'ctid', older: ['at', '1 day'], and: `kind = any('{${DELIVERY_KINDS.join()}}')` }] },
  { tables: 'recipient_pace', limit: '1 hour',
    purges: [{ job: 'old paces', key: 'kind, recipient', older: ['next_at', '1 hour'] }] },
  { tables: 'changes, change_rows', limit: '90 days',
    purges: [{ job: 'old changes', key: 'store_id, id', older: ['created_at', '90 days'] }] },
  { tables: 'imports, import_rows, import_pictures',
    limit: '90 days; dry runs 1 day, failed ones 7 days, of both the last 3 of a store, and of a dry run only what would change; ' +
      'unchanged and refused rows of the newest 20',
    purges: [{ job: 'old imports', key: 'store_id, id', older: ['created_at', '1 day'], and: `state not in ('waiting', 'undoing') and (
      is_dry_run or created_at < now() - interval '90 days'
      or (state = 'failed' and created_at < now() - interval '7 days'))`, max: 20 }] },
  { tables: 'import_files', limit: '1 day, and 3 of a store',
    purges: [{ job: 'old import files', key: 'store_id, id', older: ['created_at', '1 day'], and: `not exists (
      select
      from imports
      where imports.store_id = import_files.store_id and file_id = import_files.id and state in ('waiting', 'undoing'))` }] },
  { tables: 'idempotency_keys', limit: '1 day; erasing a customer empties the orders in them',
    purges: [{ job: 'old responses', key: 'store_id, scope, key', older: ['created_at', '24 hours'] }] },
  { tables: 'key_requests', limit: '7 days; the newest 5,000 of a key and 50,000 of a store',
    purges: [{ job: 'old requests of keys', run: purgeOldRequests, everySeconds: 10 * MINUTE }] },
  { tables: 'rate_hits, long_rate_hits', limit: '10 minutes after their window',
    purges: [{ job: 'old hits', key: 'key', everySeconds: 10 * MINUTE,
      where: "ends_at < now() - interval '10 minutes' or ends_at > now() + interval '2 hours'" }, // of a clock that was ahead
      { job: 'old long hits', table: 'long_rate_hits', key: 'key', everySeconds: 10 * MINUTE,
        where: "ends_at < now() - interval '10 minutes' or ends_at > now() + interval '49 hours'" }] },
  { tables: 'log_salts', limit: '1 day; by the first request of the next' },
  { tables: 'carts', limit: '24 hours from their last change, at most 2,000 a store; a crash of the database empties them',
    purges: [{ job: 'expired carts', key: 'store_id, id', older: ['expires_at', '0 days'], everySeconds: 10 * MINUTE }] },
  { tables: 'cart_months', limit: 'kept: one row a store and month with carts' },
  { tables: 'catalog_events', limit: '400 days',
    purges: [{ job: 'old events', key: 'store_id, id', older: ['created_at', '400 days'] }] },
  { tables: 'event_sessions', limit: '90 days',
    purges: [{ job: 'old event sessions', key: 'store_id, type, session_id', older: ['created_at', '90 days'] }] },
  { tables: 'domains', limit: 'one a store, while it claims it' },
  { tables: 'slugs', limit: "the store's own stays; one that it left 90 days, at most 5 a store",
    purges: [{ job: 'expired slugs', key: 'slug', older: ['held_until', '0 days'] }] },
  { tables: 'invitations', limit: '7 days',
    purges: [{ job: 'expired invitations', key: 'store_id, id', older: ['expires_at', '0 days'] }] },
  { tables: 'account_challenges', limit: '30 minutes to a day',
    purges: [{ job: 'expired challenges', key: 'token_hash', older: ['expires_at', '0 days'] }] },
  { tables: 'proof_failures', limit: '1 day',
    purges: [{ job: 'old failures', key: 'key', older: ['failed_at', '1 day'] }] },
  { tables: 'known_devices', limit: '400 days without use',
    purges: [{ job: 'unused devices', key: 'account_id, id', older: ['last_used_at', '400 days'] }] },
  { tables: 'sessions, push_subscriptions', limit: '90 days, 30 without use',
    purges: [{ job: 'expired sessions', key: 'token_hash', where: "expires_at <= now() or last_seen_at <= now() - interval '30 days'" }] },
  { tables: 'panel_drafts',
    limit: '7 days; at most 20 of a person in a store',
    purges: [{ job: 'old drafts', key: 'store_id, account_id, form', older: ['updated_at', '7 days'] }] },
  { tables: 'panel_visits', limit: 'one row an account' },
  { tables: 'api_keys', limit: "the plan's caps; those that ended: 90 days",
    purges: [{ job: 'ended keys', key: 'id', older: ['least(revoked_at, expires_at)', '90 days'] }] },
  { tables: 'oauth_requests, oauth_tokens', limit: 'until they expire: at most 1 hour, and 30 days',
    purges: [{ job: 'expired requests of assistants', key: 'id_hash', older: ['expires_at', '0 days'] },
      { job: 'expired tokens of assistants', table: 'oauth_tokens', key: 'token_hash', older: ['expires_at', '0 days'] }] },
  { tables: 'oauth_grants', limit: 'until 90 days after they ended or expired',
    purges: [{ job: 'old grants of assistants', key: 'store_id, id', older: ['least(ended_at, expires_at)', '90 days'] }] },
  { tables: 'oauth_clients',
    limit: 'at most 20,000 to which nobody gave access, for 20 minutes; others until 90 days after their last grant, and their ' +
      'grants are gone',
    purges: [{ job: 'unused clients of assistants', everySeconds: MINUTE, key: 'id', older: ['created_at', '20 minutes'], and: `
      (granted_at is null or granted_at < now() - interval '90 days')
      and not exists (select from oauth_grants where client_id = oauth_clients.id)` }] },
  { tables: 'billing_events', limit: '90 days',
    purges: [{ job: 'old billing events', key: 'id', older: ['received_at', '90 days'] }] },
  { tables: 'billing_changes, billing_accounts, billing_customers, cap_warnings',
    limit: 'kept: a row for each change of plan or state; one a store; one a customer at the payment provider; one a limit' },
  { tables: 'accounts, members, passkeys, recovery_codes',
    limit: 'kept: people with a verified address, and what they sign in with; of who deleted the account nothing but ' +
      'its id after 30 days',
    purges: [{ job: 'deleted accounts', run: eraseDeletedAccounts }] },
  { tables: 'stores', limit: 'kept; with all of theirs 30 days after they were deleted',
    purges: [{ job: 'deleted stores', run: purgeDeletedStores }] },
  { tables: 'maintenance_jobs, push_keys, schema_migrations', limit: 'a row for each job, key, migration' },
]

export const purgeJobs: MaintenanceJob[] = retention.flatMap(({ tables, purges = [] }) =>
  purges.map((purge) => ({
    name: purge.job,
    everySeconds: purge.everySeconds ?? HOUR,
    run: 'run' in purge ? purge.run : (sql: Db) => purgeRows(sql, expiredRows(tables, purge)),
  })),
)

function expiredRows(
  tables: string,
  { table = tables.split(',')[0]!, key, max, ...rows }: Rows,
): ExpiredRows {
  if ('where' in rows) return { table, key, max, where: rows.where }
  const [column, age] = rows.older
  return {
    table,
    key,
    max,
    first: column,
    where: `${column} < now() - interval '${age}'${rows.and ? ` and ${rows.and}` : ''}`,
  }
}

export function retentionTable(): string {
  const rows = retention.map(({ tables, limit, purges = [] }) => {
    const names = tables
      .split(', ')
      .map((table) => `\`${table}\``)
      .join(', ')
    const jobs = purges.map(({ job }) => job).join(', ')
    return `| ${names} | ${limit} | ${jobs && `${jobs} `}|`
  })
  return ['| Tables | Limit | Job |', '|---|---|---|', ...rows].join('\n')
}
