import { isDeepStrictEqual } from 'node:util'
import type { Static } from 'typebox'
import { operation } from '../../core/operations/operation.ts'
import type { Tx } from '../../core/database/db.ts'
import { PartialBody, dataOf } from '../../core/http/schema.ts'
import { lockCatalog, raiseCatalogVersion } from '../stores/catalog-version.ts'
import { Category, categoryColumns, writableFields } from './category.ts'
import { findCategory } from './get.ts'
import { requireFreeCategorySlug } from './free-slug.ts'

const CategoryChanges = PartialBody(writableFields)
type CategoryChanges = Static<typeof CategoryChanges>

export const updateCategory = operation({
  id: 'updateCategory',
  rest: 'PUT /categories/:id',
  scope: 'categories:write',
  summary: 'Cambiar una categoría',
  description: 'Cambia solo los campos que se envían.',
  body: CategoryChanges,
  errors: ['DUPLICATE_SLUG'],
  response: { 200: dataOf(Category) },
  async run({ sql, store, id, body }) {
    return { data: await changeCategory(sql, store.id, id, body) }
  },
})

/** @throws 404, 409 `DUPLICATE_SLUG` with `details.suggestion` */
async function changeCategory(
  tx: Tx,
  storeId: string,
  id: string,
  changes: CategoryChanges,
): Promise<Category> {
  await lockCatalog(tx, storeId)
  const before = await findCategory(tx, storeId, id)
  const after = { ...before, ...changes }
  if (isDeepStrictEqual(after, before)) return before
  if (after.slug !== before.slug) await requireFreeCategorySlug(tx, storeId, after.slug)

  const [category] = await tx<[Category]>`
    update categories
    set
      name = ${after.name}, slug = ${after.slug}, position = ${after.position}, is_active = ${after.isActive},
      updated_at = date_trunc('milliseconds', statement_timestamp())
    where store_id = ${storeId} and id = ${id}
    returning ${categoryColumns(tx)}`
  await raiseCatalogVersion(tx, storeId)
  return category
}
