import { operation } from '../core/operations/operation.ts'
import { transaction, type Sql } from '../core/database/db.ts'
import { notFound } from '../core/errors/errors.ts'
import { Deleted } from '../core/http/schema.ts'
import { removeCategories } from '../products/remove-categories.ts'
import { lockCatalog, raiseCatalogVersion } from '../stores/catalog-version.ts'

export const deleteCategory = operation({
  id: 'deleteCategory',
  rest: 'DELETE /categories/:id',
  scope: 'categories:write',
  summary: 'Eliminar una categoría',
  description: 'Sus productos se quedan, sin categoría.',
  response: { 200: Deleted },
  async run({ sql, store, id }) {
    return { data: await removeCategory(sql, store.id, id) }
  },
})

/** Deletes a category; its products stay without one, with a `product.updated` event each. @throws 404 */
function removeCategory(sql: Sql, storeId: string, id: string) {
  return transaction(sql, async (tx) => {
    await lockCatalog(tx, storeId)
    await removeCategories(tx, storeId, [id])
    const { count } = await tx`delete from categories where store_id = ${storeId} and id = ${id}`
    if (count === 0) throw notFound('La categoría')
    await raiseCatalogVersion(tx, storeId)
    return { id, deleted: true as const }
  })
}
