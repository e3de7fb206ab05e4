import { operation } from '../../core/operations/operation.ts'
import type { Sql } from '../../core/database/db.ts'
import { notFound } from '../../core/errors/errors.ts'
import { dataOf } from '../../core/http/schema.ts'
import { countedGroups, groupColumns, ModifierGroup } from './modifier-group.ts'

export const getModifierGroup = operation({
  id: 'getModifierGroup',
  rest: 'GET /modifier-groups/:id',
  scope: 'products:read',
  cached: true,
  summary: 'Leer un grupo de extras',
  description:
    'El grupo con todas sus opciones, también las que no están activas, y cuántos productos lo tienen.',
  response: { 200: dataOf(ModifierGroup) },
  async run({ sql, store, id }) {
    return { data: await findModifierGroup(sql, store.id, id) }
  },
})

/** @throws 404 */
export async function findModifierGroup(sql: Sql, storeId: string, id: string): Promise<ModifierGroup> {
  const [group] = await sql<ModifierGroup[]>`
    select ${groupColumns(sql)}
    from ${countedGroups(sql, storeId)}
    where modifier_groups.store_id = ${storeId} and modifier_groups.id = ${id}`
  if (!group) throw notFound('El grupo de extras')
  return group
}
