import type { App } from '../core/http/app.ts'
import { sendCached } from '../core/http/send-cached.ts'
import { countRows } from '../core/database/count-rows.ts'
import type { Sql } from '../core/database/db.ts'
import { listOf, Page, toPage } from '../core/http/page.ts'
import { Category, categoryColumns } from './category.ts'

export function listCategoriesRoute(app: App) {
  app.get('/categories', {
    config: { scope: 'categories:read' },
    schema: {
      operationId: 'listCategories',
      summary: 'Listar categorías',
      description: 'Las categorías de la tienda, activas o no, en su orden.',
      querystring: Page,
      response: { 200: listOf(Category) },
    },
    async handler(request, reply) {
      const { sql, store, query } = request
      return sendCached(request, reply, async () => {
        return toPage(query, await listCategories(sql, store.id, query))
      })
    },
  })
}

export async function listCategories(sql: Sql, storeId: string, { limit, offset }: Page) {
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
