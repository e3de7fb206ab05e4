import type { App } from '../core/http/app.ts'
import { countRows } from '../core/database/count-rows.ts'
import type { Sql } from '../core/database/db.ts'
import { listOf, Page, toPage } from '../core/http/page.ts'
import { ShippingOption, shippingOptionColumns } from './shipping-option.ts'

export function listShippingOptionsRoute(app: App) {
  app.get('/shipping', {
    config: { scope: 'shipping:read' },
    schema: {
      operationId: 'listShippingOptions',
      summary: 'Listar opciones de envío',
      description: 'Las opciones de envío de la tienda, activas o no, en su orden.',
      querystring: Page,
      response: { 200: listOf(ShippingOption) },
    },
    async handler({ sql, store, query }) {
      return toPage(query, await listShippingOptions(sql, store.id, query))
    },
  })
}

export async function listShippingOptions(sql: Sql, storeId: string, { limit, offset }: Page) {
  const [data, total] = await Promise.all([
    sql<ShippingOption[]>`
      select ${shippingOptionColumns(sql)}
      from shipping_options
      where store_id = ${storeId}
      order by position, name, id
      limit ${limit} offset ${offset}`,
    countRows(sql, 'shipping_options', storeId),
  ])
  return { data: [...data], total }
}
