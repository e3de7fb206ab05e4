import { operation } from '../../core/operations/operation.ts'
import type { Sql } from '../../core/database/db.ts'
import { notFound } from '../../core/errors/errors.ts'
import { dataOf } from '../../core/http/schema.ts'
import { Category, categoryColumns } from './category.ts'

export const getCategory = operation({
  id: 'getCategory',
  rest: 'GET /categories/:id',
  scope: 'categories:read',
  cached: true,
  summary: 'Leer una categoría',
  description: 'La categoría, esté activa o no, con cuántos productos tiene.',
  response: { 200: dataOf(Category) },
  async run({ sql, store, id }) {
    return { data: await findCategory(sql, store.id, id) }
  },
})

/** @throws 404 */
export async function findCategory(sql: Sql, storeId: string, id: string): Promise<Category> {
  const [category] = await sql<Category[]>`
    select ${categoryColumns(sql)}
    from categories
    where store_id = ${storeId} and id = ${id}`
  if (!category) throw notFound('La categoría')
  return category
}
