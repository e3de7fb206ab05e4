import { t } from '../../core/texts/text.ts'
import { Type } from 'typebox'
import type { Tx } from '../../core/database/db.ts'
import { conflict, invalid } from '../../core/errors/errors.ts'
import { Instant, SingleLine, Nullable, Price } from '../../core/http/schema.ts'
import { activeField } from '../../core/resources/field.ts'
import { resource, type RowOf } from '../../core/resources/resource.ts'
import { checkAmount, decimals, MAX_AMOUNT } from '../../core/values/money.ts'
import { requireCapacity } from '../billing/plans.ts'
import { lockCatalog } from '../stores/catalog-version.ts'

const DiscountType = Type.Enum(['percentage', 'fixed'], {
  description: 'percentage: un porcentaje de los artículos; fixed: un importe en la moneda de la tienda',
})
const Time = Nullable(Type.String({ format: 'date-time' }))

export const discounts = resource({
  id: { one: 'Discount', many: 'Discounts' },
  path: '/discounts',
  table: 'discounts',
  scope: 'discounts',
  words: { one: 'un código de descuento', many: 'códigos de descuento', the: t('El descuento') },
  recordedAs: { one: t('el descuento'), many: t('descuentos'), of: t('del descuento') },
  descriptions: {
    list: 'Los códigos de descuento de la tienda, activos o no, los más nuevos primero.',
    get: 'El código de descuento, esté activo o no, con cuántos pedidos lo usan.',
    create: 'Se aplica a los artículos del pedido, nunca al envío.',
    update: 'Solo cambian los campos enviados. Los pedidos ya hechos conservan su descuento.',
    delete: 'Los pedidos ya hechos conservan su descuento.',
  },
  errors: {
    create: ['DUPLICATE_CODE', 'PLAN_LIMIT_REACHED'],
    update: ['DUPLICATE_CODE', 'PLAN_LIMIT_REACHED'],
  },
  fields: {
    code: {
      schema: SingleLine({
        min: 3,
        max: 30,
        pattern: '^[A-Za-z0-9_-]+$',
        description: 'Código; se guarda en mayúsculas y vale escrito de cualquier forma',
        examples: ['BIENVENIDA10'],
      }),
      type: 'text',
      phrase: t('el código'),
      required: true,
    },
    type: { schema: DiscountType, shown: DiscountType, type: 'text', phrase: t('el tipo'), required: true },
    value: {
      schema: Type.Number({
        exclusiveMinimum: 0,
        maximum: MAX_AMOUNT,
        description: 'Porcentaje (hasta 100) o importe, según el tipo',
      }),
      type: 'numeric',
      phrase: t('el valor'),
      required: true,
    },
    minOrderTotal: {
      schema: Nullable(Price('Lo que deben sumar los artículos para poder usarlo')),
      type: 'numeric',
      phrase: t('el pedido mínimo'),
    },
    maxUses: {
      schema: Nullable(
        Type.Integer({ minimum: 1, maximum: 1_000_000_000, description: 'Cuántos pedidos pueden usarlo' }),
      ),
      type: 'integer',
      phrase: t('los usos'),
    },
    startsAt: {
      schema: Nullable(Instant('Desde cuándo vale')),
      shown: Time,
      type: 'timestamptz',
      phrase: t('el comienzo'),
    },
    expiresAt: {
      schema: Nullable(Instant('Hasta cuándo vale')),
      shown: Time,
      type: 'timestamptz',
      phrase: t('el vencimiento'),
    },
    isActive: activeField('Si se puede usar'),
  },
  counts: { usedCount: Type.Integer({ description: 'Pedidos que lo usan; los cancelados no cuentan' }) },
  order: 'created_at desc, id desc',
  lock: lockCatalog,
  toStored: (sent) => ({ ...sent, ...(sent.code && { code: sent.code.toUpperCase() }) }),
  check({ type, value, minOrderTotal, startsAt, expiresAt }, { currencyDigits }) {
    if (type === 'percentage') checkPercentage(value)
    else checkAmount('value', value, currencyDigits)
    checkAmount('minOrderTotal', minOrderTotal, currencyDigits)
    if (startsAt && expiresAt && startsAt >= expiresAt) {
      throw invalid('expiresAt', 'invalid', t('El vencimiento debe ser posterior al comienzo'))
    }
  },
  async admit(tx, storeId, { code, isActive }, before) {
    if (isActive && !before?.isActive) {
      await requireCapacity(tx, storeId, 'discounts', () => countActiveDiscounts(tx, storeId))
    }
    if (code === before?.code) return
    const [other] = await tx`select 1 from discounts where store_id = ${storeId} and code = ${code}`
    if (other) throw conflict('DUPLICATE_CODE', t('Ya existe un descuento con este código'))
  },
})
export type Discount = RowOf<typeof discounts>

const PERCENTAGE_DIGITS = 4

function checkPercentage(value: number): void {
  if (value > 100) throw invalid('value', 'maximum', t('Un porcentaje debe ser 100 o menos'))
  if (decimals(value) > PERCENTAGE_DIGITS) {
    throw invalid(
      'value',
      'invalid',
      t('Un porcentaje lleva como máximo {max} decimales', { max: PERCENTAGE_DIGITS }),
    )
  }
}

export async function countActiveDiscounts(tx: Tx, storeId: string): Promise<number> {
  const [{ used }] = await tx<[{ used: number }]>`
    select count(*) as used from discounts where store_id = ${storeId} and is_active`
  return used
}

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
