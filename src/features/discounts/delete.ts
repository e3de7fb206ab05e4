import { operation } from '../../core/operations/operation.ts'
import { notFound } from '../../core/errors/errors.ts'
import { Deleted } from '../../core/http/schema.ts'

export const deleteDiscount = operation({
  id: 'deleteDiscount',
  rest: 'DELETE /discounts/:id',
  scope: 'discounts:write',
  summary: 'Eliminar un código de descuento',
  description: 'Los pedidos ya hechos conservan su descuento.',
  response: { 200: Deleted },
  async run({ sql, store, id }) {
    const { count } = await sql`delete from discounts where store_id = ${store.id} and id = ${id}`
    if (count === 0) throw notFound('El descuento')
    return { data: { id, deleted: true as const } }
  },
})
