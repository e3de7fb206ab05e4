import { operation } from '../core/operations/operation.ts'
import { transaction, type Sql } from '../core/database/db.ts'
import { notFound } from '../core/errors/errors.ts'
import { Deleted } from '../core/http/schema.ts'
import { removeModifierGroups } from '../products/remove-modifier-groups.ts'
import { lockCatalog, raiseCatalogVersion } from '../stores/catalog-version.ts'

export const deleteModifierGroup = operation({
  id: 'deleteModifierGroup',
  rest: 'DELETE /modifier-groups/:id',
  scope: 'products:write',
  summary: 'Eliminar un grupo de extras',
  description: 'Se quita de sus productos. Los pedidos que lo llevan no cambian.',
  response: { 200: Deleted },
  async run({ sql, store, id }) {
    return { data: await removeModifierGroup(sql, store.id, id) }
  },
})

/** Deletes a group and takes it from its products, with a `product.updated` event each. @throws 404 */
function removeModifierGroup(sql: Sql, storeId: string, id: string) {
  return transaction(sql, async (tx) => {
    await lockCatalog(tx, storeId)
    await removeModifierGroups(tx, storeId, [id])
    const { count } = await tx`delete from modifier_groups where store_id = ${storeId} and id = ${id}`
    if (count === 0) throw notFound('El grupo de extras')
    await raiseCatalogVersion(tx, storeId)
    return { id, deleted: true as const }
  })
}
