import type { Sql } from '../../core/database/db.ts'
import { tablesOfStore } from './purge.ts'

/** Tables that are not exported, because they belong to this installation or are temporary. */
const excludedTables = new Set([
  'billing_accounts',
  'billing_customers',
  'billing_events', // events of this installation's payment provider
  'deliveries', // sent by this installation: a copy would be sent twice
  'carts', // addresses and a day
  'delivery_payloads',
  'domains', // unique per installation
  'idempotency_keys', // responses of this installation
  'import_files', // running imports, and those that can be undone
  'import_pictures',
  'import_rows',
  'imports',
  'oauth_grants', // assistants request access again
  'oauth_tokens',
  'panel_drafts',
  'panel_visits',
  'payment_accounts', // connected to this installation's application, and encrypted by its key
  'payment_pages',
  'phone_codes', // valid for a day
  'push_subscriptions', // devices signed in to this installation
  'restock_looks',
  'restock_requests', // of people who wrote to this installation's number
  'slugs', // unique per installation
  'webhook_listeners', // running `listen` commands
  'whatsapp_messages', // written to this installation's number
])

/** Exported only on request: pictures that shoppers sent of their banks' receipts. */
const receiptTables = new Set(['receipts', 'receipt_keys'])

/** The tables that a file may have, each after those that its foreign keys refer to: all of a store that are not excluded. */
export const importedTables = [
  'stores',
  ...tablesOfStore.filter((table) => !excludedTables.has(table)).toReversed(),
]

export const exportedTables = importedTables.filter((table) => !receiptTables.has(table))

export const storeColumn = (table: string) => (table === 'stores' ? 'id' : 'store_id')

export type Column = {
  name: string
  type: string
  isRequired: boolean
  /** The table that the column refers to if its ids differ between installations, such as `accounts`; `key` is that table's column. */
  references: string | null
  key: string
}

/** The writable columns, read from pg_attribute, so that an export includes columns that are added later. */
export async function columnsOf(sql: Sql, table: string): Promise<Column[]> {
  return await sql<Column[]>`
    select
      attname as name, format_type(atttypid, atttypmod) as type, attnotnull as is_required,
      coalesce(foreign_key.references, case when attname in ('account_id', 'confirmed_by') then 'accounts' end) as references,
      coalesce(foreign_key.key, 'id') as key
    from pg_attribute
    left join lateral (
      select
        confrelid::regclass::text as references,
        (select attname from pg_attribute named where named.attrelid = confrelid and named.attnum = confkey[1]) as key
      from pg_constraint
      where conrelid = attrelid and contype = 'f' and conparentid = 0 and conkey = array[attnum] and confrelid <> 'stores'::regclass
      limit 1
    ) as foreign_key on true
    where attrelid = ${table}::regclass and attnum > 0 and not attisdropped and attgenerated = ''
    order by attnum`
}
