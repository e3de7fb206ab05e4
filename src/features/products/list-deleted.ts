import type { Sql } from '../../core/database/db.ts'
import { notFound } from '../../core/errors/errors.ts'
import { productColumns, toProduct, type Product, type ProductRow } from './product.ts'

type DeletedProduct = Product & { deletedAt: string }

export async function listDeletedProducts(
  sql: Sql,
  storeId: string,
  { limit, offset }: { limit: number; offset: number },
): Promise<{ data: DeletedProduct[]; total: number }> {
  const isRestorable = restorableOf(sql, storeId)
  const [rows, [count]] = await Promise.all([
    sql<(ProductRow & { deletedAt: string })[]>`
      select ${productColumns(sql)}, deleted_at
      from products
      where ${isRestorable}
      order by deleted_at desc, id desc
      limit ${limit} offset ${offset}`,
    sql<[{ total: number }]>`select count(*) as total from products where ${isRestorable}`,
  ])
  return { data: rows.map((row) => ({ ...toProduct(row), deletedAt: row.deletedAt })), total: count.total }
}

/** The name of a product that can still be restored. @throws 404 */
export async function nameOfDeleted(sql: Sql, storeId: string, id: string): Promise<string> {
  const [row] = await sql<{ name: string }[]>`
    select name from products where ${restorableOf(sql, storeId)} and id = ${id}`
  if (!row) throw notFound('El producto')
  return row.name
}

const restorableOf = (sql: Sql, storeId: string) =>
  sql`store_id = ${storeId} and deleted_at > now() - interval '30 days'`
