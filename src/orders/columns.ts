import type { Sql } from '../core/database/db.ts'

/** The columns of an `OrderRow`. */
export const orderColumns = (sql: Sql) => sql`
  orders.id, order_number, status, customer_name, customer_phone, customer_address, items, currency, subtotal,
  discount_code, discount_amount, shipping_name, shipping_price, total, notes, is_test, timeline, tracking_token,
  notification_state, notification_reason, notification_updated_at, orders.created_at, orders.updated_at`

/** The columns of an order in a list. */
export const summaryColumns = (sql: Sql) => sql`
  orders.id, order_number, status, customer_name, customer_phone, items, currency, subtotal, discount_code,
  discount_amount, total, notes, is_test, orders.created_at`
