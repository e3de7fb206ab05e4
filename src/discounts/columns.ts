import type { Sql } from '../core/database/db.ts'

/** The columns of a `Discount`. */
export const discountColumns = (sql: Sql) => sql`
  id, code, type, value, min_order_total, max_uses, starts_at, expires_at, is_active, used_count, created_at,
  updated_at`
