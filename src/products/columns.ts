import type { Sql } from '../core/database/db.ts'

/** The columns of a `ProductRow`. */
export const productColumns = (sql: Sql) => sql`
  products.id, products.name, products.slug, products.description, products.price, products.compare_price,
  products.image_url, products.images, products.is_active, products.category_id, products.variants, products.created_at,
  products.updated_at`
