import { operation } from '../core/operations/operation.ts'
import type { Sql } from '../core/database/db.ts'
import { notFound } from '../core/errors/errors.ts'
import { Deleted } from '../core/http/schema.ts'

export const deleteDiscount = operation({
  id: 'deleteDiscount',
  rest: 'DELETE /discounts/:id',
  scope: 'discounts:write',
  summary: 'Eliminar un código de descuento',
  description: 'Los pedidos ya hechos conservan su descuento.',
  response: { 200: Deleted },
  async run({ sql, store, id }) {
    return { data: await removeDiscount(sql, store.id, id) }
  },
})

/** @throws 404 */
async function removeDiscount(sql: Sql, storeId: string, id: string) {
  const { count } = await sql`delete from discounts where store_id = ${storeId} and id = ${id}`
  if (count === 0) throw notFound('El descuento')
  return { id, deleted: true as const }
}
