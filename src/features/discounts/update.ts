import { isDeepStrictEqual } from 'node:util'
import type { Static } from 'typebox'
import { requireCapacity } from '../billing/plans.ts'
import { operation } from '../../core/operations/operation.ts'
import type { Tx } from '../../core/database/db.ts'
import { notFound } from '../../core/errors/errors.ts'
import { PartialBody, dataOf } from '../../core/http/schema.ts'
import { lockCatalog } from '../stores/catalog-version.ts'
import { countActiveDiscounts } from './count.ts'
import { checkDiscount, Discount, discountColumns, writableFields } from './discount.ts'
import { requireFreeCode } from './free-code.ts'

const DiscountChanges = PartialBody(writableFields)
type DiscountChanges = Static<typeof DiscountChanges>

export const updateDiscount = operation({
  id: 'updateDiscount',
  rest: 'PUT /discounts/:id',
  scope: 'discounts:write',
  summary: 'Cambiar un código de descuento',
  description: 'Solo cambian los campos enviados. Los pedidos ya hechos conservan su descuento.',
  body: DiscountChanges,
  errors: ['DUPLICATE_CODE', 'PLAN_LIMIT_REACHED'],
  response: { 200: dataOf(Discount) },
  async run({ sql, store, id, body }) {
    return { data: await changeDiscount(sql, store.id, id, body) }
  },
})

/**
 * The changes are validated together with the stored fields: a new type with the old value, a new start with the old end.
 * Writes nothing when no value changes.
 * @throws 400, 403 `PLAN_LIMIT_REACHED` on reactivation, 404, 409 `DUPLICATE_CODE`
 */
async function changeDiscount(tx: Tx, storeId: string, id: string, changes: DiscountChanges) {
  // Locks the store before the discount, as orders do, so that they can't deadlock.
  const { currencyDigits } = await lockCatalog(tx, storeId)
  const stored = await lockDiscount(tx, storeId, id)
  const discount = { ...stored, ...changes }
  discount.code = discount.code.toUpperCase()
  if (isDeepStrictEqual(discount, stored)) return stored
  checkDiscount(discount, currencyDigits)
  if (discount.isActive && !stored.isActive) {
    await requireCapacity(tx, storeId, 'discounts', () => countActiveDiscounts(tx, storeId))
  }
  return saveDiscount(tx, storeId, discount)
}

async function lockDiscount(tx: Tx, storeId: string, id: string): Promise<Discount> {
  const [discount] = await tx<Discount[]>`
    select ${discountColumns(tx)}
    from discounts
    where store_id = ${storeId} and id = ${id}
    for no key update`
  if (!discount) throw notFound('El descuento')
  return discount
}

async function saveDiscount(tx: Tx, storeId: string, discount: Discount) {
  const { id, code, type, value, minOrderTotal, maxUses, startsAt, expiresAt, isActive } = discount
  await requireFreeCode(tx, storeId, code, id)
  const [changed] = await tx<[Discount]>`
    update discounts
    set
      code = ${code}, type = ${type}, value = ${value}, min_order_total = ${minOrderTotal},
      max_uses = ${maxUses}, starts_at = ${startsAt}, expires_at = ${expiresAt}, is_active = ${isActive},
      updated_at = statement_timestamp()
    where store_id = ${storeId} and id = ${id}
    returning ${discountColumns(tx)}`
  return changed
}
