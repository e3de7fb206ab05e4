import { t } from '../../core/texts/text.ts'
import { Type, type Static } from 'typebox'
import { countRows } from '../../core/database/count-rows.ts'
import type { Tx } from '../../core/database/db.ts'
import { Nullable, SingleLine } from '../../core/http/schema.ts'
import { activeField, positionField } from '../../core/resources/field.ts'
import { resource, type RowOf } from '../../core/resources/resource.ts'
import { duplicateSlug, nextSlug, Slug, slugOf, slugPrefix } from '../../core/values/slug.ts'
import { requireCapacity } from '../billing/plans.ts'
import { checkHours, Hours, hoursOrNull } from '../hours/hours.ts'
import { removeCategories } from '../products/remove-references.ts'
import { lockCatalog, raiseCatalogVersion } from '../stores/catalog-version.ts'

export const categories = resource({
  id: { one: 'Category', many: 'Categories' },
  path: '/categories',
  table: 'categories',
  scope: 'categories',
  words: { one: 'una categoría', many: 'categorías', the: t('La categoría') },
  recordedAs: { one: t('la categoría'), many: t('categorías'), of: t('de la categoría') },
  descriptions: {
    list: 'Las categorías de la tienda, activas o no, en su orden.',
    get: 'La categoría, esté activa o no, con cuántos productos tiene.',
    create: 'Sin `position` queda al final de la lista.',
    update: 'Cambia solo los campos que se envían.',
    delete: 'Sus productos se quedan, sin categoría.',
  },
  errors: { create: ['DUPLICATE_SLUG', 'PLAN_LIMIT_REACHED'], update: ['DUPLICATE_SLUG'] },
  fields: {
    name: {
      schema: SingleLine({ max: 80, description: 'Nombre', examples: ['Cafés de origen'] }),
      type: 'text',
      phrase: t('el nombre'),
      required: true,
    },
    slug: {
      schema: Slug('Dirección de la categoría dentro de la tienda; si falta al crearla, sale del nombre'),
      type: 'text',
      phrase: t('el enlace'),
    },
    position: positionField('Lugar en la lista; si falta al crearla, el último'),
    isActive: activeField('Si se ve en el catálogo'),
    hours: {
      schema: Nullable(Hours),
      shown: Nullable(Hours),
      type: 'jsonb',
      phrase: t('el horario'),
    },
  },
  counts: { productCount: Type.Integer({ description: 'Cuántos productos tiene, sin los eliminados' }) },
  counted: (sql) => sql`
    (
      select count(*)
      from products
      where products.store_id = categories.store_id
      and products.category_id = categories.id
      and products.deleted_at is null
    ) as product_count`,
  order: 'position, name, id',
  cached: true,
  lock: lockCatalog,
  toStored(sent, before) {
    checkHours(sent.hours)
    const own = { ...sent, ...(sent.hours && { hours: hoursOrNull(sent.hours) }) }
    return before ? own : { ...own, slug: sent.slug ?? slugOf(sent.name!, 'categoria') }
  },
  async admit(tx, storeId, { slug }, before) {
    if (!before) await requireCapacity(tx, storeId, 'categories', () => countRows(tx, 'categories', storeId))
    if (slug !== before?.slug) await requireFreeSlug(tx, storeId, slug)
  },
  beforeDelete: removeCategories,
  afterWrite: raiseCatalogVersion,
})
export type Category = RowOf<typeof categories>
export type NewCategory = Static<typeof categories.NewBody>

/** @throws 409 `DUPLICATE_SLUG` with a free one */
async function requireFreeSlug(tx: Tx, storeId: string, slug: string) {
  const similar = await tx<{ slug: string }[]>`
    select slug
    from categories
    where store_id = ${storeId} and starts_with(slug, ${slugPrefix(slug)})`
  const taken = new Set(similar.map((other) => other.slug))
  if (taken.has(slug)) throw duplicateSlug(t('otra categoría'), slug, nextSlug(slug, taken).slug)
}
