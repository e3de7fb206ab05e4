import type { Sql } from '../core/database/db.ts'

/** The columns of a `Customer`, from `customers` joined with its store. */
export const customerColumns = (sql: Sql) => sql`
  customers.id, customers.name, customers.phone, customers.address, customers.order_count, customers.total_spent,
  stores.currency, customers.first_order_at, customers.last_order_at, customers.created_at, customers.updated_at`
