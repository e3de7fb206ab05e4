import type { Sql } from '../core/database/db.ts'
import { tablesOfStore } from './purge.ts'

/** Tables that an export leaves out, because they belong to this installation or are temporary. */
const excludedTables = new Set([
  'billing_accounts',
  'billing_customers',
  'billing_events', // what the payment provider of this installation knows it by
  'deliveries', // what was sent from here, or waits to be: it would leave twice
  'delivery_payloads',
  'idempotency_keys', // answers of an address here
  'import_files', // what is being brought in here, or could be undone here
  'import_pictures',
  'import_rows',
  'imports',
  'oauth_grants', // assistants ask for access anew
  'oauth_tokens',
  'panel_drafts',
  'panel_visits',
  'push_subscriptions', // devices that are signed in here
  'slugs', // addresses of this installation
  'webhook_listeners', // command lines that run here
])

/** The exported tables, each after those that its foreign keys refer to: all tables of a store that are not excluded. */
export const exportedTables = [
  'stores',
  ...tablesOfStore.filter((table) => !excludedTables.has(table)).toReversed(),
]

/** The column with the store's id. */
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
      coalesce(foreign_key.references, case attname when 'account_id' then 'accounts' end) as references,
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
