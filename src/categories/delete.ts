import type { App } from '../core/http/app.ts'
import { transaction, type Sql } from '../core/database/db.ts'
import { notFound } from '../core/errors/errors.ts'
import { Deleted, IdParams } from '../core/http/schema.ts'
import { removeCategories } from '../products/remove-categories.ts'
import { lockCatalog, raiseCatalogVersion } from '../stores/catalog-version.ts'

export function deleteCategoryRoute(app: App) {
  app.delete('/categories/:id', {
    config: { scope: 'categories:write' },
    schema: {
      operationId: 'deleteCategory',
      summary: 'Eliminar una categoría',
      description: 'Sus productos se quedan, sin categoría.',
      params: IdParams,
      response: { 200: Deleted },
    },
    async handler({ sql, store, params }) {
      return { data: await deleteCategory(sql, store.id, params.id) }
    },
  })
}

/** Deletes a category; its products stay without one, with a `product.updated` event each. @throws 404 */
function deleteCategory(sql: Sql, storeId: string, id: string) {
  return transaction(sql, async (tx) => {
    await lockCatalog(tx, storeId)
    await removeCategories(tx, storeId, [id])
    const { count } = await tx`delete from categories where store_id = ${storeId} and id = ${id}`
    if (count === 0) throw notFound('La categoría')
    await raiseCatalogVersion(tx, storeId)
    return { id, deleted: true as const }
  })
}
