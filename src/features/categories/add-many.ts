import type { Sql, Tx } from '../../core/database/db.ts'
import { compileValidator } from '../../core/http/schema.ts'
import { removeCategories } from '../products/remove-references.ts'
import { raiseCatalogVersion } from '../stores/catalog-version.ts'
import { categories, type NewCategory } from './category.ts'

export type NamedCategory = { id: string; name: string; slug: string }

export async function listCategoryNames(sql: Sql, storeId: string): Promise<NamedCategory[]> {
  return sql<NamedCategory[]>`
    select id, name, slug from categories where store_id = ${storeId} order by position, name, id`
}

const check = compileValidator(categories.NewBody, 'body')

export function categoryName(text: string): string | null {
  const checked = check({ name: text })
  return 'value' in checked ? (checked.value as NewCategory).name : null
}

/** Adds a category for each name, at the end. @throws 403 `PLAN_LIMIT_REACHED`, 409 `DUPLICATE_SLUG` */
export async function addCategories(tx: Tx, storeId: string, names: string[]): Promise<NamedCategory[]> {
  const added: NamedCategory[] = []
  for (const name of names) added.push(await categories.add(tx, storeId, { name }))
  return added
}

/** Once `limit` deleted products at a time have lost them. Requires the catalog lock. @returns whether it is done */
export async function removeUnusedCategories(
  tx: Tx,
  storeId: string,
  ids: string[],
  limit: number,
): Promise<boolean> {
  if (ids.length === 0) return true
  const rows = await tx<{ id: string }[]>`
    select id
    from categories
    where store_id = ${storeId} and id = any(${ids}::text[])
    and not exists (
      select
      from products
      where products.store_id = ${storeId} and products.category_id = categories.id and products.deleted_at is null
    )`
  const unused = rows.map(({ id }) => id)
  if ((await removeCategories(tx, storeId, unused, limit)) === limit) return false
  await tx`delete from categories where store_id = ${storeId} and id = any(${unused}::text[])`
  await raiseCatalogVersion(tx, storeId)
  return true
}
