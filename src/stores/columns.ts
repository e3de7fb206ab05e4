import type { Sql } from '../core/database/db.ts'

/** The columns of a `StoreRow`. */
export const storeColumns = (sql: Sql) => sql`
  stores.id, stores.name, stores.slug, stores.description, stores.whatsapp_number, stores.currency,
  stores.message_template, stores.plan, stores.billing_state, stores.created_at, stores.updated_at`
