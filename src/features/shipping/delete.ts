import { operation } from '../../core/operations/operation.ts'
import { notFound } from '../../core/errors/errors.ts'
import { Deleted } from '../../core/http/schema.ts'

export const deleteShippingOption = operation({
  id: 'deleteShippingOption',
  rest: 'DELETE /shipping/:id',
  scope: 'shipping:write',
  summary: 'Eliminar una opción de envío',
  description: 'Los pedidos ya hechos conservan su envío.',
  response: { 200: Deleted },
  async run({ sql, store, id }) {
    const { count } = await sql`delete from shipping_options where store_id = ${store.id} and id = ${id}`
    if (count === 0) throw notFound('La opción de envío')
    return { data: { id, deleted: true as const } }
  },
})
