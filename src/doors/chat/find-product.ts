import type { Sql } from '../../core/database/db.ts'
import { fold } from '../../core/values/text.ts'
import { productColumns, type ProductRow } from '../../features/products/product.ts'
import { searchProducts } from '../../features/products/search.ts'

type Found = { match: 'exact' | 'several' | 'near' | 'none'; products: ProductRow[] }

const MAX_FOUND = 10
const MAX_NAME = 120

export async function findByName(sql: Sql, storeId: string, name: string): Promise<Found> {
  let searches = 0
  const { products } = await searchProducts(
    sql,
    storeId,
    name.slice(0, MAX_NAME),
    async (own, { condition, rank }) => {
      searches++
      const rows = await own<ProductRow[]>`
      select ${productColumns(own)}
      from products
      where ${condition} and is_active
      order by ${rank} desc, created_at desc, id desc
      limit ${MAX_FOUND}`
      return { products: rows, total: rows.length }
    },
  )
  if (products.length === 0) return { match: 'none', products: [] }
  if (searches > 1) return { match: 'near', products }
  const named = products.filter((product) => fold(product.name) === fold(name))
  if (named.length === 1) return { match: 'exact', products: named }
  return { match: products.length === 1 ? 'exact' : 'several', products }
}

/** The products of which least is left, those whose stock is counted first. */
export const findScarce = (sql: Sql, storeId: string): Promise<ProductRow[]> =>
  sql<ProductRow[]>`
    select ${productColumns(sql)}
    from products
    where store_id = ${storeId} and deleted_at is null and is_active
    order by (
      select min(stock) from variants
      where variants.store_id = products.store_id and product_id = products.id and is_active
    ), created_at desc, id desc
    limit ${MAX_FOUND}`
