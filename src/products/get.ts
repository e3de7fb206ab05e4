import { Type } from '../core/values/json-schema.ts'
import type { App } from '../core/http/app.ts'
import { sendCached } from '../core/http/send-cached.ts'
import type { Sql } from '../core/database/db.ts'
import { notFound } from '../core/errors/errors.ts'
import { dataOf, IdParams } from '../core/http/schema.ts'
import { Product, productColumns, toProduct, VariantsShown, type ProductRow } from './product.ts'

export function getProductRoute(app: App) {
  app.get('/products/:id', {
    config: { scope: 'products:read' },
    schema: {
      operationId: 'getProduct',
      summary: 'Leer un producto',
      description: 'El producto con sus variantes activas, aunque él mismo no esté activo.',
      params: IdParams,
      querystring: Type.Object({ variants: VariantsShown }),
      response: { 200: dataOf(Product) },
    },
    async handler(request, reply) {
      const { sql, store, params, query } = request
      return sendCached(request, reply, async () => {
        return { data: toProduct(await findProduct(sql, store.id, params.id), query.variants) }
      })
    },
  })
}

/** A product that is not deleted. @throws 404 */
export async function findProduct(sql: Sql, storeId: string, id: string): Promise<ProductRow> {
  const row = await findProductIfAny(sql, storeId, id)
  if (!row) throw notFound('El producto')
  return row
}

/** The same; undefined when there is none. */
export async function findProductIfAny(sql: Sql, storeId: string, id: string) {
  const [row] = await sql<ProductRow[]>`
    select ${productColumns(sql)}
    from products
    where store_id = ${storeId} and id = ${id} and deleted_at is null`
  return row
}

/** Those of these ids that are not deleted, by id. */
export async function findProducts(sql: Sql, storeId: string, ids: string[]) {
  const rows = await sql<ProductRow[]>`
    select ${productColumns(sql)}
    from products
    where store_id = ${storeId} and id = any(${ids}::text[]) and deleted_at is null`
  return new Map(rows.map((row) => [row.id, row]))
}
