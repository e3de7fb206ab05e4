import type { Sql, Tx } from '../core/database/db.ts'
import { removeModifierGroups } from '../products/remove-modifier-groups.ts'
import { raiseCatalogVersion } from '../stores/catalog-version.ts'
import type { ModifierGroup } from './modifier-group.ts'

/** A group without what is counted of it. */
export type DefinedGroup = Omit<ModifierGroup, 'productCount' | 'createdAt' | 'updatedAt'>

/** All groups of a store, the oldest first. */
export async function listDefinedGroups(sql: Sql, storeId: string): Promise<DefinedGroup[]> {
  return sql<DefinedGroup[]>`
    select id, name, min_choices, max_choices, pricing, choices
    from modifier_groups
    where store_id = ${storeId}
    order by created_at, id`
}

/** Deletes those that no product has; deleted products don't count. Requires the catalog lock. */
export async function removeUnusedModifierGroups(tx: Tx, storeId: string, ids: string[]): Promise<void> {
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
  await removeModifierGroups(tx, storeId, unused)
  await tx`delete from modifier_groups where store_id = ${storeId} and id = any(${unused}::text[])`
  await raiseCatalogVersion(tx, storeId)
}
