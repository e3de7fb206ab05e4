import type { App } from '../core/http/app.ts'
import type { Sql } from '../core/database/db.ts'
import { notFound } from '../core/errors/errors.ts'
import { Deleted, IdParams } from '../core/http/schema.ts'

export function deleteShippingOptionRoute(app: App) {
  app.delete('/shipping/:id', {
    config: { scope: 'shipping:write' },
    schema: {
      operationId: 'deleteShippingOption',
      summary: 'Eliminar una opción de envío',
      description: 'Los pedidos ya hechos conservan su envío.',
      params: IdParams,
      response: { 200: Deleted },
    },
    async handler({ sql, store, params }) {
      return { data: await deleteShippingOption(sql, store.id, params.id) }
    },
  })
}

/** @throws 404 */
async function deleteShippingOption(sql: Sql, storeId: string, id: string) {
  const { count } = await sql`delete from shipping_options where store_id = ${storeId} and id = ${id}`
  if (count === 0) throw notFound('La opción de envío')
  return { id, deleted: true as const }
}
