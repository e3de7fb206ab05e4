import { isDeepStrictEqual } from 'node:util'
import type { Static } from 'typebox'
import { operation } from '../../core/operations/operation.ts'
import type { Tx } from '../../core/database/db.ts'
import { etagOf, requireMatch } from '../../core/http/etag.ts'
import { PartialBody, dataOf } from '../../core/http/schema.ts'
import { lockCatalog, raiseCatalogVersion } from '../stores/catalog-version.ts'
import { checkLimits, replaceChoices } from './choices.ts'
import { findModifierGroup } from './get.ts'
import { formEtag, ModifierGroup, writableFields } from './modifier-group.ts'

const ModifierGroupChanges = PartialBody(writableFields)
type ModifierGroupChanges = Static<typeof ModifierGroupChanges>

export const updateModifierGroup = operation({
  id: 'updateModifierGroup',
  rest: 'PUT /modifier-groups/:id',
  scope: 'products:write',
  ifMatch: true,
  summary: 'Cambiar un grupo de extras',
  description:
    'Cambia solo los campos que se envían; `choices`, si se envía, reemplaza el conjunto por id. ' +
    'Con `If-Match`, solo si el grupo no cambió desde esa lectura.',
  body: ModifierGroupChanges,
  errors: ['412 CHANGED_SINCE'],
  response: { 200: dataOf(ModifierGroup) },
  async run({ sql, store, id, body, ifMatch }) {
    return { data: await changeModifierGroup(sql, store.id, id, body, ifMatch) }
  },
})

/** @throws 400, 404, 412 `CHANGED_SINCE` */
async function changeModifierGroup(
  tx: Tx,
  storeId: string,
  id: string,
  changes: ModifierGroupChanges,
  ifMatch: string | undefined,
): Promise<ModifierGroup> {
  const { currencyDigits } = await lockCatalog(tx, storeId)
  const before = await findModifierGroup(tx, storeId, id)
  requireMatch(ifMatch, before, [etagOf(JSON.stringify({ data: before })), formEtag(before)])
  const choices = changes.choices
    ? replaceChoices(before.choices, changes.choices, currencyDigits)
    : before.choices
  const after = { ...before, ...changes, choices }
  checkLimits(after)
  if (isDeepStrictEqual(after, before)) return before
  await tx`
    update modifier_groups
    set
      name = ${after.name}, min_choices = ${after.minChoices}, max_choices = ${after.maxChoices},
      pricing = ${after.pricing}, choices = ${tx.json(after.choices)},
      updated_at = date_trunc('milliseconds', statement_timestamp())
    where store_id = ${storeId} and id = ${id}`
  await raiseCatalogVersion(tx, storeId)
  return findModifierGroup(tx, storeId, id)
}
