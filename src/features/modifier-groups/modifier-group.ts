import { t } from '../../core/texts/text.ts'
import { Type, type Static } from 'typebox'
import { countRows } from '../../core/database/count-rows.ts'
import type { Tx } from '../../core/database/db.ts'
import { conflict } from '../../core/errors/errors.ts'
import { Nullable, SingleLine } from '../../core/http/schema.ts'
import { resource, type RowOf } from '../../core/resources/resource.ts'
import { MAX_MODIFIERS, MAX_OF_CHOICE } from '../orders/order.ts'
import { Pricing } from '../products/offered-groups.ts'
import { removeModifierGroups } from '../products/remove-references.ts'
import { lockCatalog, raiseCatalogVersion } from '../stores/catalog-version.ts'
import { checkLimits, Choice, ChoiceInput, MAX_CHOICES, replaceChoices } from './choices.ts'

export const MAX_GROUPS = 200

const MAX_OF_GROUP = MAX_MODIFIERS * MAX_OF_CHOICE

export const modifierGroups = resource({
  id: { one: 'ModifierGroup', many: 'ModifierGroups' },
  path: '/modifier-groups',
  table: 'modifier_groups',
  scope: 'products',
  words: { one: 'un grupo de extras', many: 'grupos de extras', the: t('El grupo de extras') },
  recordedAs: { one: t('el grupo de extras'), many: t('grupos de extras'), of: t('del grupo de extras') },
  descriptions: {
    list: 'Los grupos de extras de la tienda por su nombre, con todas sus opciones.',
    get: 'El grupo con todas sus opciones, también las que no están activas, y cuántos productos lo tienen.',
    create:
      `Lo que se puede agregar a un producto al pedirlo. Hasta ${MAX_GROUPS} por tienda; ` +
      'los productos lo llevan en `modifierGroupIds`.',
    update:
      'Cambia solo los campos que se envían; `choices`, si se envía, reemplaza el conjunto por id. ' +
      'Con `If-Match`, solo si el grupo no cambió desde esa lectura.',
    delete: 'Se quita de sus productos. Los pedidos que lo llevan no cambian.',
  },
  errors: { create: ['LIMIT_REACHED'], update: ['412 CHANGED_SINCE'] },
  fields: {
    name: {
      schema: SingleLine({ max: 60, description: 'Nombre', examples: ['Extras'] }),
      type: 'text',
      phrase: t('el nombre'),
      required: true,
    },
    minChoices: {
      schema: Type.Integer({
        minimum: 0,
        maximum: MAX_OF_GROUP,
        description: 'Cuántas hay que elegir, contando cantidades; con 1 o más el grupo es obligatorio',
      }),
      type: 'integer',
      phrase: t('el mínimo'),
      default: 0,
    },
    maxChoices: {
      schema: Nullable(
        Type.Integer({
          minimum: 1,
          maximum: MAX_OF_GROUP,
          description: 'Cuántas se pueden elegir, contando cantidades; nulo: sin límite',
        }),
      ),
      type: 'integer',
      phrase: t('el máximo'),
    },
    pricing: {
      schema: Pricing,
      shown: Pricing,
      type: 'text',
      phrase: t('el cálculo del precio'),
      default: 'sum',
    },
    choices: {
      schema: Type.Array(ChoiceInput, {
        minItems: 1,
        maxItems: MAX_CHOICES,
        description:
          'En su orden. Al cambiar el grupo: con id cambia la que existe, sin id agrega una, y las activas que falten se quitan',
      }),
      shown: Type.Array(Choice, { description: 'Todas, también las que no están activas' }),
      type: 'jsonb',
      phrase: t('las opciones'),
      required: true,
    },
  },
  counts: { productCount: Type.Integer({ description: 'Cuántos productos lo tienen, sin los eliminados' }) },
  counted: (sql) => sql`coalesce(product_count, 0)::integer as product_count`,
  // How many products have each, counted in one pass.
  countedFrom: (sql, storeId) => sql`
    modifier_groups
    left join (
      select group_id, count(*) as product_count
      from products
      cross join jsonb_array_elements_text(modifier_group_ids) as own (group_id)
      where store_id = ${storeId} and deleted_at is null and modifier_group_ids <> '[]'
      group by group_id
    ) as counted on counted.group_id = modifier_groups.id`,
  order: 'name, id',
  cached: true,
  ifMatch: true,
  unedited: { productCount: 0 },
  lock: lockCatalog,
  toStored: ({ choices, ...sent }, before, { currencyDigits }) => ({
    ...sent,
    ...(choices && { choices: replaceChoices(before?.choices ?? [], choices, currencyDigits) }),
  }),
  check: checkLimits,
  admit: async (tx, storeId, _group, before) => before ?? requireRoom(tx, storeId, 1),
  beforeDelete: removeModifierGroups,
  afterWrite: raiseCatalogVersion,
})
export type ModifierGroup = RowOf<typeof modifierGroups>

export const NewModifierGroup = modifierGroups.NewBody
export type NewModifierGroup = Static<typeof NewModifierGroup>

/** Requires the catalog lock, and room for so many more. @throws 409 `LIMIT_REACHED` */
export async function requireRoom(tx: Tx, storeId: string, added = 0): Promise<void> {
  if ((await countRows(tx, 'modifier_groups', storeId)) + added <= MAX_GROUPS) return
  throw conflict(
    'LIMIT_REACHED',
    t('La tienda ya tiene {max} grupos de extras: elimina uno', { max: MAX_GROUPS }),
    {
      limit: MAX_GROUPS,
    },
  )
}
