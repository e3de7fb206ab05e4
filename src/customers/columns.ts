import type { Sql } from '../core/database/db.ts'
import { phonePart } from '../core/values/phone.ts'
import { contains } from '../core/values/text.ts'

/** The columns of a `Customer`, from `customers` joined with its store. */
export const customerColumns = (sql: Sql) => sql`
  customers.id, customers.name, customers.phone, customers.address, customers.order_count, customers.total_spent,
  stores.currency, customers.first_order_at, customers.last_order_at, customers.created_at, customers.updated_at`

/** Whether a row of `customer_names` is of a customer that someone looks for, by a name or by the phone. */
export function namesLike(sql: Sql, search: string) {
  const digits = phonePart(search)
  return sql`(
    search_text like (select fold(${contains(search)}))
    ${digits ? sql`or customer_names.phone like ${contains(digits)}` : sql``}
  )`
}
