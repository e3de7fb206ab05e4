import { operation } from '../../core/operations/operation.ts'
import { notFound } from '../../core/errors/errors.ts'
import { Deleted } from '../../core/http/schema.ts'
import { removeModifierGroups } from '../products/remove-references.ts'
import { lockCatalog, raiseCatalogVersion } from '../stores/catalog-version.ts'

export const deleteModifierGroup = operation({
  id: 'deleteModifierGroup',
  rest: 'DELETE /modifier-groups/:id',
  scope: 'products:write',
  summary: 'Eliminar un grupo de extras',
  description: 'Se quita de sus productos. Los pedidos que lo llevan no cambian.',
  response: { 200: Deleted },
  async run({ sql, store, id }) {
    await lockCatalog(sql, store.id)
    await removeModifierGroups(sql, store.id, [id])
    const { count } = await sql`delete from modifier_groups where store_id = ${store.id} and id = ${id}`
    if (count === 0) throw notFound('El grupo de extras')
    await raiseCatalogVersion(sql, store.id)
    return { data: { id, deleted: true as const } }
  },
})
