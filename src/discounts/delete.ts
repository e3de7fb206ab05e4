import type { App } from '../core/http/app.ts'
import type { Sql } from '../core/database/db.ts'
import { notFound } from '../core/errors/errors.ts'
import { Deleted, IdParams } from '../core/http/schema.ts'

export function deleteDiscountRoute(app: App) {
  app.delete('/discounts/:id', {
    config: { scope: 'discounts:write' },
    schema: {
      operationId: 'deleteDiscount',
      summary: 'Eliminar un código de descuento',
      description: 'Los pedidos ya hechos conservan su descuento.',
      params: IdParams,
      response: { 200: Deleted },
    },
    async handler({ sql, store, params }) {
      return { data: await deleteDiscount(sql, store.id, params.id) }
    },
  })
}

/** @throws 404 */
async function deleteDiscount(sql: Sql, storeId: string, id: string) {
  const { count } = await sql`delete from discounts where store_id = ${storeId} and id = ${id}`
  if (count === 0) throw notFound('El descuento')
  return { id, deleted: true as const }
}
