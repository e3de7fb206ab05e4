import { operation } from '../../core/operations/operation.ts'
import { countRows } from '../../core/database/count-rows.ts'
import type { Sql } from '../../core/database/db.ts'
import { listOf, Page, toPage } from '../../core/http/page.ts'
import { countedGroups, groupColumns, ModifierGroup } from './modifier-group.ts'

export const listModifierGroups = operation({
  id: 'listModifierGroups',
  rest: 'GET /modifier-groups',
  scope: 'products:read',
  cached: true,
  summary: 'Listar grupos de extras',
  description: 'Los grupos de extras de la tienda por su nombre, con todas sus opciones.',
  query: Page,
  response: { 200: listOf(ModifierGroup) },
  async run({ sql, store, query }) {
    return toPage(query, await selectModifierGroups(sql, store.id, query))
  },
})

export async function selectModifierGroups(sql: Sql, storeId: string, { limit, offset }: Page) {
  const [data, total] = await Promise.all([
    sql<ModifierGroup[]>`
      select ${groupColumns(sql)}
      from ${countedGroups(sql, storeId)}
      where modifier_groups.store_id = ${storeId}
      order by name, id
      limit ${limit} offset ${offset}`,
    countRows(sql, 'modifier_groups', storeId),
  ])
  return { data: [...data], total }
}
