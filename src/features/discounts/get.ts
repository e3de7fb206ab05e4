import { operation } from '../../core/operations/operation.ts'
import type { Sql } from '../../core/database/db.ts'
import { notFound } from '../../core/errors/errors.ts'
import { dataOf } from '../../core/http/schema.ts'
import { Discount, discountColumns } from './discount.ts'

export const getDiscount = operation({
  id: 'getDiscount',
  rest: 'GET /discounts/:id',
  scope: 'discounts:read',
  summary: 'Leer un código de descuento',
  description: 'El código de descuento, esté activo o no, con cuántos pedidos lo usan.',
  response: { 200: dataOf(Discount) },
  async run({ sql, store, id }) {
    return { data: await findDiscount(sql, store.id, id) }
  },
})

/** @throws 404 */
export async function findDiscount(sql: Sql, storeId: string, id: string): Promise<Discount> {
  const [discount] = await sql<Discount[]>`
    select ${discountColumns(sql)}
    from discounts
    where store_id = ${storeId} and id = ${id}`
  if (!discount) throw notFound('El descuento')
  return discount
}
