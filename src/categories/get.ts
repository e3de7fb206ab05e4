import type { App } from '../core/http/app.ts'
import { sendCached } from '../core/http/send-cached.ts'
import type { Sql } from '../core/database/db.ts'
import { notFound } from '../core/errors/errors.ts'
import { dataOf, IdParams } from '../core/http/schema.ts'
import { Category, categoryColumns } from './category.ts'

export function getCategoryRoute(app: App) {
  app.get('/categories/:id', {
    config: { scope: 'categories:read' },
    schema: {
      operationId: 'getCategory',
      summary: 'Leer una categoría',
      description: 'La categoría, esté activa o no, con cuántos productos tiene.',
      params: IdParams,
      response: { 200: dataOf(Category) },
    },
    async handler(request, reply) {
      const { sql, store, params } = request
      return sendCached(request, reply, async () => ({ data: await findCategory(sql, store.id, params.id) }))
    },
  })
}

/** @throws 404 */
export async function findCategory(sql: Sql, storeId: string, id: string): Promise<Category> {
  const [category] = await sql<Category[]>`
    select ${categoryColumns(sql)}
    from categories
    where store_id = ${storeId} and id = ${id}`
  if (!category) throw notFound('La categoría')
  return category
}
