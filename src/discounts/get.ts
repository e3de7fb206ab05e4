import type { App } from '../core/http/app.ts'
import type { Sql } from '../core/database/db.ts'
import { notFound } from '../core/errors/errors.ts'
import { dataOf, IdParams } from '../core/http/schema.ts'
import { Discount, discountColumns } from './discount.ts'

export function getDiscountRoute(app: App) {
  app.get('/discounts/:id', {
    config: { scope: 'discounts:read' },
    schema: {
      operationId: 'getDiscount',
      summary: 'Leer un código de descuento',
      description: 'El código de descuento, esté activo o no, con cuántos pedidos lo usan.',
      params: IdParams,
      response: { 200: dataOf(Discount) },
    },
    async handler({ sql, store, params }) {
      return { data: await getDiscount(sql, store.id, params.id) }
    },
  })
}

/** @throws 404 */
export async function getDiscount(sql: Sql, storeId: string, id: string): Promise<Discount> {
  const [discount] = await sql<Discount[]>`
    select ${discountColumns(sql)}
    from discounts
    where store_id = ${storeId} and id = ${id}`
  if (!discount) throw notFound('El descuento')
  return discount
}
