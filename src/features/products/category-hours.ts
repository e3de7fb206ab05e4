import type { Sql } from '../../core/database/db.ts'

export const hoursColumn = (sql: Sql) => sql`(
    select categories.hours
    from categories
    where categories.store_id = products.store_id and categories.id = products.category_id
  ) as hours`
