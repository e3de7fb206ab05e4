import type { App } from '../core/http/app.ts'
import type { Sql } from '../core/database/db.ts'
import { notFound } from '../core/errors/errors.ts'
import { dataOf, IdParams } from '../core/http/schema.ts'
import { ShippingOption, shippingOptionColumns } from './shipping-option.ts'

export function getShippingOptionRoute(app: App) {
  app.get('/shipping/:id', {
    config: { scope: 'shipping:read' },
    schema: {
      operationId: 'getShippingOption',
      summary: 'Leer una opción de envío',
      description: 'La opción de envío, esté activa o no.',
      params: IdParams,
      response: { 200: dataOf(ShippingOption) },
    },
    async handler({ sql, store, params }) {
      return { data: await findShippingOption(sql, store.id, params.id) }
    },
  })
}

/** @throws 404 */
export async function findShippingOption(sql: Sql, storeId: string, id: string): Promise<ShippingOption> {
  const [option] = await sql<ShippingOption[]>`
    select ${shippingOptionColumns(sql)}
    from shipping_options
    where store_id = ${storeId} and id = ${id}`
  if (!option) throw notFound('La opción de envío')
  return option
}
