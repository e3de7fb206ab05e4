import { Type } from 'typebox'
import { operation } from '../../core/operations/operation.ts'
import type { Sql } from '../../core/database/db.ts'
import { notFound } from '../../core/errors/errors.ts'
import { dataOf } from '../../core/http/schema.ts'
import { ProductDetail, readDetail } from './offered-groups.ts'
import { productColumns, VariantsShown, type ProductRow } from './product.ts'
import { t } from '../../core/texts/text.ts'

export const getProduct = operation({
  id: 'getProduct',
  rest: 'GET /products/:id',
  scope: 'products:read',
  cached: true,
  summary: 'Leer un producto',
  description: 'El producto con sus variantes activas, aunque él mismo no esté activo.',
  query: Type.Object({ variants: VariantsShown }),
  response: { 200: dataOf(ProductDetail) },
  async run({ sql, store, id, query }) {
    const row = await findProduct(sql, store.id, id)
    return { data: await readDetail(sql, store.id, row, query.variants) }
  },
})

export async function findProduct(sql: Sql, storeId: string, id: string): Promise<ProductRow> {
  const row = await findProductIfAny(sql, storeId, id)
  if (!row) throw notFound(t('El producto'))
  return row
}

export async function findProductIfAny(sql: Sql, storeId: string, id: string) {
  const [row] = await sql<ProductRow[]>`
    select ${productColumns(sql)}
    from products
    where store_id = ${storeId} and id = ${id} and deleted_at is null`
  return row
}

export async function findProducts(sql: Sql, storeId: string, ids: string[]) {
  const rows = await sql<ProductRow[]>`
    select ${productColumns(sql)}
    from products
    where store_id = ${storeId} and id = any(${ids}::text[]) and deleted_at is null`
  return new Map(rows.map((row) => [row.id, row]))
}
