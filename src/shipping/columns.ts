import type { Sql } from '../core/database/db.ts'

/** The columns of a `ShippingOption`. */
export const shippingOptionColumns = (sql: Sql) => sql`
  id, name, price, description, estimated_delivery, position, is_active, created_at, updated_at`
