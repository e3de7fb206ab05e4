import { operation } from '../../core/operations/operation.ts'
import type { Sql } from '../../core/database/db.ts'
import { notFound } from '../../core/errors/errors.ts'
import { dataOf } from '../../core/http/schema.ts'
import { PaymentMethod, paymentMethodColumns } from './payment-method.ts'

export const getPaymentMethod = operation({
  id: 'getPaymentMethod',
  rest: 'GET /payment-methods/:id',
  scope: 'store:read',
  summary: 'Leer una forma de pago',
  description: 'La forma de pago, esté activa o no.',
  response: { 200: dataOf(PaymentMethod) },
  async run({ sql, store, id }) {
    return { data: await findPaymentMethod(sql, store.id, id) }
  },
})

/** @throws 404 */
export async function findPaymentMethod(sql: Sql, storeId: string, id: string): Promise<PaymentMethod> {
  const [method] = await sql<PaymentMethod[]>`
    select ${paymentMethodColumns(sql)}
    from payment_methods
    where store_id = ${storeId} and id = ${id}`
  if (!method) throw notFound('La forma de pago')
  return method
}
