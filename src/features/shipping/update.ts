import { isDeepStrictEqual } from 'node:util'
import type { Static } from 'typebox'
import { operation } from '../../core/operations/operation.ts'
import type { Tx } from '../../core/database/db.ts'
import { checkAmount } from '../../core/values/money.ts'
import { emptyAsNull } from '../../core/values/text.ts'
import { requireMatch } from '../../core/http/etag.ts'
import { PartialBody, dataOf } from '../../core/http/schema.ts'
import { lockCatalog } from '../stores/catalog-version.ts'
import { Areas, replaceAreas } from './area.ts'
import { findShippingOption } from './get.ts'
import { formEtag, ShippingOption, shippingOptionColumns, writableFields } from './shipping-option.ts'

const ShippingOptionChanges = PartialBody({ ...writableFields, areas: Areas })
type ShippingOptionChanges = Static<typeof ShippingOptionChanges>

export const updateShippingOption = operation({
  id: 'updateShippingOption',
  rest: 'PUT /shipping/:id',
  scope: 'shipping:write',
  summary: 'Cambiar una opción de envío',
  description:
    'Solo cambian los campos enviados; `areas`, si se envía, reemplaza el conjunto por id. Los pedidos ya hechos conservan su envío.',
  body: ShippingOptionChanges,
  response: { 200: dataOf(ShippingOption) },
  async run({ sql, store, id, body, ifMatch }) {
    return { data: await changeShippingOption(sql, store.id, id, body, ifMatch) }
  },
})

/**
 * @param ifMatch of the panel's form; reading by the API gives no ETag
 * @throws 400 on too many digits, 404, 412 `CHANGED_SINCE`
 */
async function changeShippingOption(
  tx: Tx,
  storeId: string,
  id: string,
  changes: ShippingOptionChanges,
  ifMatch: string | undefined,
) {
  const { currencyDigits } = await lockCatalog(tx, storeId)
  checkAmount('price', changes.price, currencyDigits)
  const stored = await findShippingOption(tx, storeId, id)
  requireMatch(ifMatch, stored, [formEtag(stored)])
  const { areas, ...fields } = changes
  const option = {
    ...stored,
    ...emptyAsNull(fields),
    ...(areas && { areas: replaceAreas(stored.areas, areas, currencyDigits) }),
  }
  if (isDeepStrictEqual(option, stored)) return stored
  const [changed] = await tx<[ShippingOption]>`
    update shipping_options
    set
      name = ${option.name}, price = ${option.price}, kind = ${option.kind}, description = ${option.description},
      estimated_delivery = ${option.estimatedDelivery}, position = ${option.position},
      is_active = ${option.isActive}, areas = ${tx.json(option.areas)}, updated_at = statement_timestamp()
    where store_id = ${storeId} and id = ${id}
    returning ${shippingOptionColumns(tx)}`
  return changed
}
