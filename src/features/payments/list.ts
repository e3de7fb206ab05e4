import { operation } from '../../core/operations/operation.ts'
import type { Sql } from '../../core/database/db.ts'
import { listOf, Page, toPage } from '../../core/http/page.ts'
import { PaymentMethod, paymentMethodColumns } from './payment-method.ts'

export const listPaymentMethods = operation({
  id: 'listPaymentMethods',
  rest: 'GET /payment-methods',
  scope: 'store:read',
  summary: 'Listar formas de pago',
  description: 'Las formas de pago de la tienda, activas o no, en su orden.',
  query: Page,
  response: { 200: listOf(PaymentMethod) },
  async run({ sql, store, query }) {
    const all = await readPaymentMethods(sql, store.id)
    const data = all.slice(query.offset, query.offset + query.limit)
    return toPage(query, { data, total: all.length })
  },
})

/** All of them, in the store's order: there are few. */
export async function readPaymentMethods(sql: Sql, storeId: string): Promise<PaymentMethod[]> {
  return sql<PaymentMethod[]>`
    select ${paymentMethodColumns(sql)}
    from payment_methods
    where store_id = ${storeId}
    order by position, name, id`
}
