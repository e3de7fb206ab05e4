import type { Sql } from '../../core/database/db.ts'
import { listedColumns, onSale, type ListedProduct } from './catalog.ts'

/** Other products on sale, those of its category first, then the newest. */
export async function listRelated(
  sql: Sql,
  storeId: string,
  { id, categoryId }: ListedProduct,
): Promise<ListedProduct[]> {
  return sql<ListedProduct[]>`
    select ${listedColumns(sql, storeId)}
    from products
    where ${onSale(sql, storeId)} and products.id <> ${id}
    order by (category_id is not distinct from ${categoryId}) desc, created_at desc, products.id desc
    limit 4`
}

/** What goes with the products of a cart: others of their categories, newest first. */
export async function listGoingWith(sql: Sql, storeId: string, ids: string[]): Promise<ListedProduct[]> {
  if (ids.length === 0) return []
  return sql<ListedProduct[]>`
    select ${listedColumns(sql, storeId)}
    from products
    where ${onSale(sql, storeId)} and products.id <> all(${ids}::text[])
    and category_id in (
      select category_id
      from products
      where store_id = ${storeId} and id = any(${ids}::text[])
    )
    order by created_at desc, products.id desc
    limit 4`
}

export async function listNewest(sql: Sql, storeId: string): Promise<ListedProduct[]> {
  return sql<ListedProduct[]>`
    select ${listedColumns(sql, storeId)}
    from products
    where ${onSale(sql, storeId)}
    order by created_at desc, products.id desc
    limit 4`
}
