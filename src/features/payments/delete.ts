import { operation } from '../../core/operations/operation.ts'
import { notFound } from '../../core/errors/errors.ts'
import { Deleted } from '../../core/http/schema.ts'

export const deletePaymentMethod = operation({
  id: 'deletePaymentMethod',
  rest: 'DELETE /payment-methods/:id',
  scope: 'store:write',
  summary: 'Eliminar una forma de pago',
  description:
    'Los pedidos ya hechos conservan su nombre y su estado, pero ya no muestran cuentas ni código.',
  response: { 200: Deleted },
  async run({ sql, store, id }) {
    const { count } = await sql`delete from payment_methods where store_id = ${store.id} and id = ${id}`
    if (count === 0) throw notFound('La forma de pago')
    return { data: { id, deleted: true as const } }
  },
})
