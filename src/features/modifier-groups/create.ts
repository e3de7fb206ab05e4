import { Type, type Static } from 'typebox'
import { operation } from '../../core/operations/operation.ts'
import type { Tx } from '../../core/database/db.ts'
import { Body, dataOf } from '../../core/http/schema.ts'
import { newId } from '../../core/values/id.ts'
import { lockCatalog, raiseCatalogVersion } from '../stores/catalog-version.ts'
import { checkLimits, replaceChoices, requireRoom } from './choices.ts'
import { findModifierGroup } from './get.ts'
import { MAX_GROUPS, ModifierGroup, writableFields } from './modifier-group.ts'

const { name, choices, ...optional } = writableFields

export const NewModifierGroup = Body({
  name,
  ...Type.Partial(Type.Object(optional)).properties,
  choices,
})
export type NewModifierGroup = Static<typeof NewModifierGroup>

export const createModifierGroup = operation({
  id: 'createModifierGroup',
  rest: 'POST /modifier-groups',
  scope: 'products:write',
  summary: 'Crear un grupo de extras',
  description:
    `Lo que se puede agregar a un producto al pedirlo. Hasta ${MAX_GROUPS} por tienda; ` +
    'los productos lo llevan en `modifierGroupIds`.',
  body: NewModifierGroup,
  errors: ['LIMIT_REACHED'],
  response: { 201: dataOf(ModifierGroup) },
  async run({ sql, store, body }) {
    return { data: await addModifierGroup(sql, store.id, body) }
  },
})

/** @throws 400, 409 `LIMIT_REACHED` */
export async function addModifierGroup(
  tx: Tx,
  storeId: string,
  input: NewModifierGroup,
): Promise<ModifierGroup> {
  const { currencyDigits } = await lockCatalog(tx, storeId)
  const group = {
    id: newId(),
    name: input.name,
    minChoices: input.minChoices ?? 0,
    maxChoices: input.maxChoices ?? null,
    pricing: input.pricing ?? 'sum',
    choices: replaceChoices([], input.choices, currencyDigits),
  }
  checkLimits(group)
  await tx`
    insert into modifier_groups (
      store_id, id, name, min_choices, max_choices, pricing, choices, created_at, updated_at
    )
    values (
      ${storeId}, ${group.id}, ${group.name}, ${group.minChoices}, ${group.maxChoices}, ${group.pricing},
      ${tx.json(group.choices)}, date_trunc('milliseconds', statement_timestamp()),
      date_trunc('milliseconds', statement_timestamp())
    )`
  await requireRoom(tx, storeId)
  await raiseCatalogVersion(tx, storeId)
  return findModifierGroup(tx, storeId, group.id)
}
