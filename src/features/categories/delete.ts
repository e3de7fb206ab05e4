import { operation } from '../../core/operations/operation.ts'
import { notFound } from '../../core/errors/errors.ts'
import { Deleted } from '../../core/http/schema.ts'
import { removeCategories } from '../products/remove-references.ts'
import { lockCatalog, raiseCatalogVersion } from '../stores/catalog-version.ts'

export const deleteCategory = operation({
  id: 'deleteCategory',
  rest: 'DELETE /categories/:id',
  scope: 'categories:write',
  summary: 'Eliminar una categoría',
  description: 'Sus productos se quedan, sin categoría.',
  response: { 200: Deleted },
  async run({ sql, store, id }) {
    await lockCatalog(sql, store.id)
    await removeCategories(sql, store.id, [id])
    const { count } = await sql`delete from categories where store_id = ${store.id} and id = ${id}`
    if (count === 0) throw notFound('La categoría')
    await raiseCatalogVersion(sql, store.id)
    return { data: { id, deleted: true as const } }
  },
})
