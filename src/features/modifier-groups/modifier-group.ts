import { Type, type Static } from 'typebox'
import type { Sql } from '../../core/database/db.ts'
import { etagOf } from '../../core/http/etag.ts'
import { Nullable, PartialBody, Price, Reference, SingleLine } from '../../core/http/schema.ts'
import { MAX_MODIFIERS, MAX_OF_CHOICE } from '../orders/order.ts'
import { Pricing } from '../products/offered-groups.ts'

/** The most groups of a store, and the most choices of a group. */
export const MAX_GROUPS = 200
export const MAX_CHOICES = 50

const MAX_OF_GROUP = MAX_MODIFIERS * MAX_OF_CHOICE

const writableChoice = {
  id: Reference('Opción que ya existe; sin id es una nueva'),
  name: SingleLine({ max: 60, description: 'Nombre', examples: ['Queso extra'] }),
  price: Price('Lo que suma al precio, según `pricing`; si falta, 0'),
  maxQuantity: Type.Integer({
    minimum: 1,
    maximum: MAX_OF_CHOICE,
    description: 'Cuántas se pueden pedir por unidad; si falta, una',
  }),
  isActive: Type.Boolean({ description: 'Si se puede elegir; si falta, sí' }),
}

export const ChoiceInput = PartialBody(writableChoice)
export type ChoiceInput = Static<typeof ChoiceInput>

/** The fields of a group, as they may be written. */
export const writableFields = {
  name: SingleLine({ max: 60, description: 'Nombre', examples: ['Extras'] }),
  minChoices: Type.Integer({
    minimum: 0,
    maximum: MAX_OF_GROUP,
    description: 'Cuántas hay que elegir, contando cantidades; con 1 o más el grupo es obligatorio',
  }),
  maxChoices: Nullable(
    Type.Integer({
      minimum: 1,
      maximum: MAX_OF_GROUP,
      description: 'Cuántas se pueden elegir, contando cantidades; nulo: sin límite',
    }),
  ),
  pricing: Pricing,
  choices: Type.Array(ChoiceInput, {
    minItems: 1,
    maxItems: MAX_CHOICES,
    description:
      'En su orden. Al cambiar el grupo: con id cambia la que existe, sin id agrega una, y las activas que falten se quitan',
  }),
}

const Choice = Type.Object({
  id: Type.String(),
  name: Type.String(),
  price: Type.Number(),
  maxQuantity: Type.Integer(),
  isActive: Type.Boolean(),
})
export type Choice = Static<typeof Choice>

export const ModifierGroup = Type.Object(
  {
    id: Type.String(),
    name: Type.String(),
    minChoices: Type.Integer(),
    maxChoices: Nullable(Type.Integer()),
    pricing: Pricing,
    choices: Type.Array(Choice, { description: 'Todas, también las que no están activas' }),
    productCount: Type.Integer({ description: 'Cuántos productos lo tienen, sin los eliminados' }),
    createdAt: Type.String({ format: 'date-time' }),
    updatedAt: Type.String({ format: 'date-time' }),
  },
  { title: 'ModifierGroup', description: 'Grupo de extras' },
)
export type ModifierGroup = Static<typeof ModifierGroup>

/** The ETag of what its form edits: other than that of its GET, the same whatever products have the group. */
export const formEtag = (group: ModifierGroup) =>
  etagOf(JSON.stringify({ data: { ...group, productCount: 0 } }))

/** The columns of a `ModifierGroup`, of `countedGroups`. */
export const groupColumns = (sql: Sql) => sql`
  modifier_groups.id, modifier_groups.name, min_choices, max_choices, pricing, choices,
  coalesce(product_count, 0)::integer as product_count,  modifier_groups.created_at, modifier_groups.updated_at`

/** The store's groups with how many products have each, counted in one pass. */
export const countedGroups = (sql: Sql, storeId: string) => sql`
  modifier_groups
  left join (
    select group_id, count(*) as product_count
    from products
    cross join jsonb_array_elements_text(modifier_group_ids) as own (group_id)
    where store_id = ${storeId} and deleted_at is null and modifier_group_ids <> '[]'
    group by group_id
  ) as counted on counted.group_id = modifier_groups.id`
