import { Type, type Static } from 'typebox'
import type { Sql } from '../../core/database/db.ts'
import { invalid } from '../../core/errors/errors.ts'
import { checkAmount, decimals, MAX_AMOUNT } from '../../core/values/money.ts'
import { Instant, SingleLine, Nullable, Price } from '../../core/http/schema.ts'

const DiscountType = Type.Enum(['percentage', 'fixed'], {
  description: 'percentage: un porcentaje de los artículos; fixed: un importe en la moneda de la tienda',
})

/** The writable fields of a discount. */
export const writableFields = {
  code: SingleLine({
    min: 3,
    max: 30,
    pattern: '^[A-Za-z0-9_-]+$',
    description: 'Código; se guarda en mayúsculas y vale escrito de cualquier forma',
    examples: ['BIENVENIDA10'],
  }),
  type: DiscountType,
  value: Type.Number({
    exclusiveMinimum: 0,
    maximum: MAX_AMOUNT,
    description: 'Porcentaje (hasta 100) o importe, según el tipo',
  }),
  minOrderTotal: Nullable(Price('Lo que deben sumar los artículos para poder usarlo')),
  maxUses: Nullable(
    Type.Integer({ minimum: 1, maximum: 1_000_000_000, description: 'Cuántos pedidos pueden usarlo' }),
  ),
  startsAt: Nullable(Instant('Desde cuándo vale')),
  expiresAt: Nullable(Instant('Hasta cuándo vale')),
  isActive: Type.Boolean({ description: 'Si se puede usar' }),
}

export const Discount = Type.Object(
  {
    id: Type.String(),
    code: Type.String(),
    type: DiscountType,
    value: Type.Number(),
    minOrderTotal: Nullable(Type.Number()),
    maxUses: Nullable(Type.Integer()),
    startsAt: Nullable(Type.String({ format: 'date-time' })),
    expiresAt: Nullable(Type.String({ format: 'date-time' })),
    isActive: Type.Boolean(),
    usedCount: Type.Integer({ description: 'Pedidos que lo usan; los cancelados no cuentan' }),
    createdAt: Type.String({ format: 'date-time' }),
    updatedAt: Type.String({ format: 'date-time' }),
  },
  { title: 'Discount', description: 'Código de descuento' },
)
export type Discount = Static<typeof Discount>

/** The columns of a `Discount`. */
export const discountColumns = (sql: Sql) => sql`
  id, code, type, value, min_order_total, max_uses, starts_at, expires_at, is_active, used_count, created_at,
  updated_at`

type Rules = Pick<Discount, 'type' | 'value' | 'minOrderTotal' | 'startsAt' | 'expiresAt'>

export type DiscountState = 'active' | 'scheduled' | 'expired' | 'exhausted' | 'paused'

type Terms = Pick<Discount, 'isActive' | 'startsAt' | 'expiresAt' | 'usedCount' | 'maxUses'>

/** Whether an order can use it now, or why not: the first reason that discount_refusal in db/functions would find. */
export function discountState(discount: Terms, now = Date.now()): DiscountState {
  const { isActive, startsAt, expiresAt, usedCount, maxUses } = discount
  if (!isActive) return 'paused'
  if (startsAt !== null && Date.parse(startsAt) > now) return 'scheduled'
  if (expiresAt !== null && Date.parse(expiresAt) <= now) return 'expired'
  return maxUses !== null && usedCount >= maxUses ? 'exhausted' : 'active'
}

const PERCENTAGE_DIGITS = 4

/** Checks a discount as it would be stored, in a currency of so many digits. @throws 400 */
export function checkDiscount(discount: Rules, currencyDigits: number): void {
  const { type, value, minOrderTotal, startsAt, expiresAt } = discount
  if (type === 'percentage') {
    if (value > 100) throw invalid('value', 'maximum', 'Un porcentaje debe ser 100 o menos')
    if (decimals(value) > PERCENTAGE_DIGITS) {
      throw invalid('value', 'invalid', `Un porcentaje lleva como máximo ${PERCENTAGE_DIGITS} decimales`)
    }
  } else {
    checkAmount('value', value, currencyDigits)
  }
  checkAmount('minOrderTotal', minOrderTotal, currencyDigits)
  if (startsAt && expiresAt && startsAt >= expiresAt) {
    throw invalid('expiresAt', 'invalid', 'El vencimiento debe ser posterior al comienzo')
  }
}
