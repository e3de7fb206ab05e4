import { operation } from '../core/operations/operation.ts'
import type { Sql } from '../core/database/db.ts'
import { notFound } from '../core/errors/errors.ts'
import { Deleted } from '../core/http/schema.ts'

export const deleteShippingOption = operation({
  id: 'deleteShippingOption',
  rest: 'DELETE /shipping/:id',
  scope: 'shipping:write',
  summary: 'Eliminar una opción de envío',
  description: 'Los pedidos ya hechos conservan su envío.',
  response: { 200: Deleted },
  async run({ sql, store, id }) {
    return { data: await removeShippingOption(sql, store.id, id) }
  },
})

/** @throws 404 */
async function removeShippingOption(sql: Sql, storeId: string, id: string) {
  const { count } = await sql`delete from shipping_options where store_id = ${storeId} and id = ${id}`
  if (count === 0) throw notFound('La opción de envío')
  return { id, deleted: true as const }
}
