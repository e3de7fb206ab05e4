import { Type, type Static } from 'typebox'
import { requireCapacity } from '../billing/plans.ts'
import { operation } from '../../core/operations/operation.ts'
import { countRows } from '../../core/database/count-rows.ts'
import type { Tx } from '../../core/database/db.ts'
import { nextPosition } from '../../core/database/next-position.ts'
import { newId } from '../../core/values/id.ts'
import { checkAmount } from '../../core/values/money.ts'
import { Body, dataOf } from '../../core/http/schema.ts'
import { lockCatalog } from '../stores/catalog-version.ts'
import { Areas, replaceAreas } from './area.ts'
import { ShippingOption, shippingOptionColumns, writableFields } from './shipping-option.ts'

const { name, price, ...optional } = writableFields
const NewShippingOption = Body({
  name,
  price,
  ...Type.Partial(Type.Object(optional)).properties,
  areas: Type.Optional(Areas),
})
type NewShippingOption = Static<typeof NewShippingOption>

export const createShippingOption = operation({
  id: 'createShippingOption',
  rest: 'POST /shipping',
  scope: 'shipping:write',
  summary: 'Crear una opción de envío',
  description: 'Sin `position` queda al final de la lista.',
  body: NewShippingOption,
  errors: ['PLAN_LIMIT_REACHED'],
  response: { 201: dataOf(ShippingOption) },
  async run({ sql, store, body }) {
    return { data: await addShippingOption(sql, store.id, body) }
  },
})

/** @throws 400 on too many digits, 403 `PLAN_LIMIT_REACHED` */
export async function addShippingOption(tx: Tx, storeId: string, option: NewShippingOption) {
  const { currencyDigits } = await lockCatalog(tx, storeId)
  checkAmount('price', option.price, currencyDigits)
  const areas = replaceAreas([], option.areas ?? [], currencyDigits)
  await requireCapacity(tx, storeId, 'shippingOptions', () => countRows(tx, 'shipping_options', storeId))
  const [made] = await tx<[ShippingOption]>`
    insert into shipping_options (
      store_id, id, name, price, kind, description, estimated_delivery, position, is_active, areas
    )
    values (
      ${storeId}, ${newId()}, ${option.name}, ${option.price}, ${option.kind ?? 'delivery'},
      ${option.description || null}, ${option.estimatedDelivery || null},
      ${option.position ?? (await nextPosition(tx, 'shipping_options', storeId))}, ${option.isActive ?? true},
      ${tx.json(areas)}
    )
    returning ${shippingOptionColumns(tx)}`
  return made
}
