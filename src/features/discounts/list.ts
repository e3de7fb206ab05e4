import { operation } from '../../core/operations/operation.ts'
import { countRows } from '../../core/database/count-rows.ts'
import type { Sql } from '../../core/database/db.ts'
import { listOf, Page, toPage } from '../../core/http/page.ts'
import { Discount, discountColumns } from './discount.ts'

export const listDiscounts = operation({
  id: 'listDiscounts',
  rest: 'GET /discounts',
  scope: 'discounts:read',
  summary: 'Listar códigos de descuento',
  description: 'Los códigos de descuento de la tienda, activos o no, los más nuevos primero.',
  query: Page,
  response: { 200: listOf(Discount) },
  async run({ sql, store, query }) {
    return toPage(query, await selectDiscounts(sql, store.id, query))
  },
})

export async function selectDiscounts(sql: Sql, storeId: string, { limit, offset }: Page) {
  const [data, total] = await Promise.all([
    sql<Discount[]>`
      select ${discountColumns(sql)}
      from discounts
      where store_id = ${storeId}
      order by created_at desc, id desc
      limit ${limit} offset ${offset}`,
    countRows(sql, 'discounts', storeId),
  ])
  return { data: [...data], total }
}
