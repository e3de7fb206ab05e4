import { operation } from '../../core/operations/operation.ts'
import type { Sql } from '../../core/database/db.ts'
import { notFound } from '../../core/errors/errors.ts'
import { dataOf } from '../../core/http/schema.ts'
import { ShippingOption, shippingOptionColumns } from './shipping-option.ts'

export const getShippingOption = operation({
  id: 'getShippingOption',
  rest: 'GET /shipping/:id',
  scope: 'shipping:read',
  summary: 'Leer una opción de envío',
  description: 'La opción de envío, esté activa o no.',
  response: { 200: dataOf(ShippingOption) },
  async run({ sql, store, id }) {
    return { data: await findShippingOption(sql, store.id, id) }
  },
})

/** @throws 404 */
export async function findShippingOption(sql: Sql, storeId: string, id: string): Promise<ShippingOption> {
  const [option] = await sql<ShippingOption[]>`
    select ${shippingOptionColumns(sql)}
    from shipping_options
    where store_id = ${storeId} and id = ${id}`
  if (!option) throw notFound('La opción de envío')
  return option
}
