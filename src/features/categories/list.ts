import { operation } from '../../core/operations/operation.ts'
import { countRows } from '../../core/database/count-rows.ts'
import type { Sql } from '../../core/database/db.ts'
import { listOf, Page, toPage } from '../../core/http/page.ts'
import { Category, categoryColumns } from './category.ts'

export const listCategories = operation({
  id: 'listCategories',
  rest: 'GET /categories',
  scope: 'categories:read',
  cached: true,
  summary: 'Listar categorías',
  description: 'Las categorías de la tienda, activas o no, en su orden.',
  query: Page,
  response: { 200: listOf(Category) },
  async run({ sql, store, query }) {
    return toPage(query, await selectCategories(sql, store.id, query))
  },
})

export async function selectCategories(sql: Sql, storeId: string, { limit, offset }: Page) {
  const [data, total] = await Promise.all([
    sql<Category[]>`
      select ${categoryColumns(sql)}
      from categories
      where store_id = ${storeId}
      order by position, name, id
      limit ${limit} offset ${offset}`,
    countRows(sql, 'categories', storeId),
  ])
  return { data: [...data], total }
}
