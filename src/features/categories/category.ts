import { Type, type Static } from 'typebox'
import { MAX_POSITION } from '../../core/database/next-position.ts'
import type { Sql } from '../../core/database/db.ts'
import { SingleLine } from '../../core/http/schema.ts'
import { Slug } from '../../core/values/slug.ts'

/** The fields of a category, as they may be written. */
export const writableFields = {
  name: SingleLine({ max: 80, description: 'Nombre', examples: ['Cafés de origen'] }),
  slug: Slug('Dirección de la categoría dentro de la tienda; si falta al crearla, sale del nombre'),
  position: Type.Integer({
    minimum: 0,
    maximum: MAX_POSITION,
    description: 'Lugar en la lista; si falta al crearla, el último',
  }),
  isActive: Type.Boolean({ description: 'Si se ve en el catálogo' }),
}

export const Category = Type.Object(
  {
    id: Type.String(),
    name: Type.String(),
    slug: Type.String(),
    position: Type.Integer(),
    isActive: Type.Boolean(),
    productCount: Type.Integer({ description: 'Cuántos productos tiene, sin los eliminados' }),
    createdAt: Type.String({ format: 'date-time' }),
    updatedAt: Type.String({ format: 'date-time' }),
  },
  { title: 'Category', description: 'Categoría' },
)
export type Category = Static<typeof Category>

/** The columns of a `Category`. */
export const categoryColumns = (sql: Sql) => sql`
  ${ownColumns(sql)},
  (
    select count(*)
    from products
    where products.store_id = categories.store_id
    and products.category_id = categories.id
    and products.deleted_at is null
  ) as product_count`

/** Without what has to be counted. */
export const ownColumns = (sql: Sql) => sql`
  categories.id, categories.name, categories.slug, categories.position, categories.is_active, categories.created_at,
  categories.updated_at`
