import { operation } from '../../core/operations/operation.ts'
import { countRows } from '../../core/database/count-rows.ts'
import type { Sql } from '../../core/database/db.ts'
import { listOf, Page, toPage } from '../../core/http/page.ts'
import { ShippingOption, shippingOptionColumns } from './shipping-option.ts'

export const listShippingOptions = operation({
  id: 'listShippingOptions',
  rest: 'GET /shipping',
  scope: 'shipping:read',
  summary: 'Listar opciones de envío',
  description: 'Las opciones de envío de la tienda, activas o no, en su orden.',
  query: Page,
  response: { 200: listOf(ShippingOption) },
  async run({ sql, store, query }) {
    return toPage(query, await selectShippingOptions(sql, store.id, query))
  },
})

export async function selectShippingOptions(sql: Sql, storeId: string, { limit, offset }: Page) {
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
