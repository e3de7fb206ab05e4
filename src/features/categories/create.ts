import { Type, type Static } from 'typebox'
import { requireCapacity } from '../billing/plans.ts'
import { operation } from '../../core/operations/operation.ts'
import { countRows } from '../../core/database/count-rows.ts'
import type { Tx } from '../../core/database/db.ts'
import { nextPosition } from '../../core/database/next-position.ts'
import { newId } from '../../core/values/id.ts'
import { Body, dataOf } from '../../core/http/schema.ts'
import { slugOf } from '../../core/values/slug.ts'
import { raiseCatalogVersion } from '../stores/catalog-version.ts'
import { Category, ownColumns, writableFields } from './category.ts'
import { requireFreeCategorySlug } from './free-slug.ts'

const { name, ...optional } = writableFields
export const NewCategory = Body({ name, ...Type.Partial(Type.Object(optional)).properties })
export type NewCategory = Static<typeof NewCategory>

export const createCategory = operation({
  id: 'createCategory',
  rest: 'POST /categories',
  scope: 'categories:write',
  summary: 'Crear una categoría',
  description: 'Sin `position` queda al final de la lista.',
  body: NewCategory,
  errors: ['DUPLICATE_SLUG', 'PLAN_LIMIT_REACHED'],
  response: { 201: dataOf(Category) },
  async run({ sql, store, body }) {
    return { data: await addCategory(sql, store.id, body) }
  },
})

/** @throws 403 `PLAN_LIMIT_REACHED`, 409 `DUPLICATE_SLUG` with `details.suggestion` */
export async function addCategory(tx: Tx, storeId: string, input: NewCategory): Promise<Category> {
  await requireCapacity(tx, storeId, 'categories', () => countRows(tx, 'categories', storeId))
  const slug = input.slug ?? slugOf(input.name, 'categoria')
  await requireFreeCategorySlug(tx, storeId, slug)

  const [category] = await tx<[Category]>`
    insert into categories (store_id, id, name, slug, position, is_active, created_at, updated_at)
    values (
      ${storeId}, ${newId()}, ${input.name}, ${slug}, ${input.position ?? (await nextPosition(tx, 'categories', storeId))},
      ${input.isActive ?? true}, date_trunc('milliseconds', statement_timestamp()),
      date_trunc('milliseconds', statement_timestamp())
    )
    returning ${ownColumns(tx)}, 0 as product_count`
  await raiseCatalogVersion(tx, storeId)
  return category
}
