import { Type, type Static } from 'typebox'
import { requireCapacity } from '../billing/plans.ts'
import { operation } from '../../core/operations/operation.ts'
import type { Tx } from '../../core/database/db.ts'
import { newId } from '../../core/values/id.ts'
import { Body, dataOf } from '../../core/http/schema.ts'
import { lockCatalog } from '../stores/catalog-version.ts'
import { countActiveDiscounts } from './count.ts'
import { checkDiscount, Discount, discountColumns, writableFields } from './discount.ts'
import { requireFreeCode } from './free-code.ts'

const { code, type, value, ...optional } = writableFields
const NewDiscount = Body({ code, type, value, ...Type.Partial(Type.Object(optional)).properties })
type NewDiscount = Static<typeof NewDiscount>

export const createDiscount = operation({
  id: 'createDiscount',
  rest: 'POST /discounts',
  scope: 'discounts:write',
  summary: 'Crear un código de descuento',
  description: 'Se aplica a los artículos del pedido, nunca al envío.',
  body: NewDiscount,
  errors: ['DUPLICATE_CODE', 'PLAN_LIMIT_REACHED'],
  response: { 201: dataOf(Discount) },
  async run({ sql, store, body }) {
    return { data: await addDiscount(sql, store.id, body) }
  },
})

/** @throws 400, 403 `PLAN_LIMIT_REACHED`, 409 `DUPLICATE_CODE` */
export async function addDiscount(tx: Tx, storeId: string, input: NewDiscount): Promise<Discount> {
  const discount = { ...absent, ...input }
  const { currencyDigits } = await lockCatalog(tx, storeId)
  checkDiscount(discount, currencyDigits)
  if (discount.isActive) {
    await requireCapacity(tx, storeId, 'discounts', () => countActiveDiscounts(tx, storeId))
  }
  return insertDiscount(tx, storeId, discount)
}

const absent = { minOrderTotal: null, maxUses: null, startsAt: null, expiresAt: null, isActive: true }

type Settings = Pick<Discount, keyof NewDiscount>

async function insertDiscount(tx: Tx, storeId: string, discount: Settings) {
  const { type, value, minOrderTotal, maxUses, startsAt, expiresAt, isActive } = discount
  const [id, code] = [newId(), discount.code.toUpperCase()]
  await requireFreeCode(tx, storeId, code, id)
  const [made] = await tx<[Discount]>`
    insert into discounts (
      store_id, id, code, type, value, min_order_total, max_uses, starts_at, expires_at, is_active
    )
    values (
      ${storeId}, ${id}, ${code}, ${type}, ${value}, ${minOrderTotal}, ${maxUses}, ${startsAt}, ${expiresAt},
      ${isActive}
    )
    returning ${discountColumns(tx)}`
  return made
}
