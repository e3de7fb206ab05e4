import type { Sql } from '../../core/database/db.ts'

/** When a product is sold, by its category. */
export const hoursColumn = (sql: Sql) => sql`(
    select categories.hours
    from categories
    where categories.store_id = products.store_id and categories.id = products.category_id
  ) as hours`
