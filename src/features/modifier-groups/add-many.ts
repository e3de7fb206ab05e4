import type { Sql, Tx } from '../../core/database/db.ts'
import { ApiError } from '../../core/errors/errors.ts'
import { removeModifierGroups } from '../products/remove-references.ts'
import { raiseCatalogVersion } from '../stores/catalog-version.ts'
import { type ModifierGroup, modifierGroups, type NewModifierGroup } from './modifier-group.ts'

export type DefinedGroup = Omit<ModifierGroup, 'productCount' | 'createdAt' | 'updatedAt'>

export async function listDefinedGroups(sql: Sql, storeId: string): Promise<DefinedGroup[]> {
  return sql<DefinedGroup[]>`
    select id, name, min_choices, max_choices, pricing, choices
    from modifier_groups
    where store_id = ${storeId}
    order by created_at, id`
}

/** Adds each group in its turn: its row, or what is wrong with it. @throws 409 `LIMIT_REACHED` */
export async function addModifierGroups(
  tx: Tx,
  storeId: string,
  groups: NewModifierGroup[],
): Promise<(DefinedGroup | ApiError)[]> {
  const added: (DefinedGroup | ApiError)[] = []
  for (const group of groups) {
    try {
      added.push(await modifierGroups.add(tx, storeId, group))
    } catch (error) {
      if (!(error instanceof ApiError) || error.status !== 400) throw error
      added.push(error)
    }
  }
  return added
}

/** After `limit` deleted products at a time have lost them. Requires the catalog lock. @returns whether it is done */
export async function removeUnusedModifierGroups(
  tx: Tx,
  storeId: string,
  ids: string[],
  limit: number,
): Promise<boolean> {
  if (ids.length === 0) return true
  const rows = await tx<{ id: string }[]>`
    select id
    from modifier_groups
    where store_id = ${storeId} and id = any(${ids}::text[])
    and not exists (
      select
      from products
      where products.store_id = ${storeId} and modifier_group_ids ? modifier_groups.id and products.deleted_at is null
    )`
  const unused = rows.map(({ id }) => id)
  if ((await removeModifierGroups(tx, storeId, unused, limit)) === limit) return false
  await tx`delete from modifier_groups where store_id = ${storeId} and id = any(${unused}::text[])`
  await raiseCatalogVersion(tx, storeId)
  return true
}
