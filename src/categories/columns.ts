import type { Sql } from '../core/database/db.ts'

/** The columns of a `Category`. */
export const categoryColumns = (sql: Sql) => sql`
  categories.id, categories.name, categories.slug, categories.position, categories.is_active,
  (
    select count(*)
    from products
    where products.store_id = categories.store_id
    and products.category_id = categories.id
    and products.deleted_at is null
  ) as product_count,
  categories.created_at, categories.updated_at`
