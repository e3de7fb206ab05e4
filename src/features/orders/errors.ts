import { ApiError, conflict, invalid, notFound, paymentRequired } from '../../core/errors/errors.ts'
import { t, type Localized } from '../../core/texts/text.ts'
import { formatAmount, MAX_AMOUNT } from '../../core/values/money.ts'
import { nextOpening, scheduleOf, type ScheduleRow } from '../hours/hours.ts'
import { dayAndTime } from '../hours/format.ts'
import type { Addressed } from '../stores/address.ts'
import { lineError, type LineError } from './line-errors.ts'
import type { OrderLine } from './merge-items.ts'
import type { Language } from '../../core/texts/language.ts'
import type { StoreOfOrder } from './message.ts'
import type { NewItem } from './order.ts'
import type { MethodOfOrder } from './payment.ts'

type PaymentError =
  | { outcome: 'payment_method_not_found' | 'change_not_in_cash' }
  | { outcome: 'change_too_low'; total: number; currency: string }
  | { outcome: 'cents_not_taken'; total: number; currency: string; others: boolean }

type AmountError =
  | { outcome: 'below_minimum'; minimumOrder: number; currency: string }
  | { outcome: 'total_too_high' | 'too_heavy' }
  | { outcome: 'too_many_large'; resetIn: number }
  | { outcome: 'amount_too_fine'; field: 'changeFor' | 'expectedTotal' }
  | { outcome: 'total_changed'; expected: number; total: number; currency: string }

type TimeError = { outcome: 'wanted_too_early' } | { outcome: 'closed'; at: string; schedule: ScheduleRow }

type StoreError = { outcome: 'store_not_found' } | { outcome: 'store_suspended'; slug: string }

type ShippingError =
  | 'shipping_not_found'
  | 'area_required'
  | 'area_not_found'
  | 'table_required'
  | 'no_tables'

export type Result =
  | {
      outcome: 'placed'
      order: Record<string, unknown>
      paymentMethod: MethodOfOrder | null
      store: StoreOfOrder & Addressed & { language: Language }
    }
  | { outcome: 'duplicate'; orderNumber: string }
  | LineError
  | ({ outcome: 'discount' } & DiscountError)
  | PaymentError
  | AmountError
  | TimeError
  | StoreError
  | { outcome: ShippingError }

type Refusal = Exclude<Result, { outcome: 'placed' }>

export const TOTAL_TOO_HIGH = t('El total del pedido no puede pasar de {max}', { max: MAX_AMOUNT })

/** An order weighs at most 128 KiB: db/functions/order_weight.sql. */
const TOO_HEAVY = t('El pedido es demasiado grande, con todo lo que se eligió: divídelo en varios')

const discountMessages = {
  not_found: t('El código de descuento no existe'),
  inactive: t('El código de descuento no está activo'),
  expired: t('El código de descuento venció'),
  exhausted: t('El código de descuento ya se usó todas las veces que permite'),
}

export type DiscountError =
  | { reason: keyof typeof discountMessages }
  | { reason: 'minimum'; minOrderTotal: number; currency: string }

export function discountError(error: DiscountError): Localized {
  if (error.reason !== 'minimum') return discountMessages[error.reason]
  const minimum = formatAmount(error.minOrderTotal, error.currency)
  return t('El código de descuento vale desde {minimum} en productos', { minimum })
}

/** @param lines the merged lines, by whose positions `result` names them @param items those of the request */
export function orderError(result: Refusal, lines: OrderLine[], items: NewItem[]): ApiError {
  switch (result.outcome) {
    case 'store_not_found':
    case 'store_suspended':
      return storeError(result)
    case 'duplicate':
      return duplicateOrder(result.orderNumber)
    case 'variant_not_found':
    case 'price_on_request':
    case 'out_of_stock':
    case 'wrong_choices':
    case 'not_sold_then':
    case 'wrong_quantities':
      return lineError(result, lines, items)
    case 'shipping_not_found':
    case 'area_required':
    case 'area_not_found':
    case 'table_required':
    case 'no_tables':
      return shippingError(result.outcome)
    case 'payment_method_not_found':
    case 'cents_not_taken':
    case 'change_not_in_cash':
    case 'change_too_low':
      return paymentError(result)
    case 'below_minimum':
    case 'amount_too_fine':
    case 'total_changed':
    case 'total_too_high':
    case 'too_heavy':
    case 'too_many_large':
      return amountError(result)
    case 'discount':
      return invalid('discountCode', result.reason, discountError(result))
    case 'wanted_too_early':
    case 'closed':
      return timeError(result)
  }
}

const storeError = (error: StoreError): ApiError =>
  error.outcome === 'store_not_found' ? notFound(t('La tienda')) : paymentRequired(error.slug)

const timeError = (error: TimeError): ApiError =>
  error.outcome === 'closed'
    ? storeClosed(error.schedule, Date.parse(error.at))
    : invalid('wantedAt', 'minimum', t('Esa hora ya pasó: elige otra'))

export const AREA_REQUIRED = t('Elige la zona a la que va el pedido')
export const TABLE_REQUIRED = t('Escribe en qué mesa estás')

function shippingError(outcome: ShippingError): ApiError {
  switch (outcome) {
    case 'shipping_not_found':
      return invalid('shippingOptionId', 'not_found', t('La opción de envío no existe o no está activa'))
    case 'area_required':
      return invalid('areaId', 'required', AREA_REQUIRED)
    case 'table_required':
      return invalid('table', 'required', TABLE_REQUIRED)
    case 'no_tables':
      return invalid('table', 'invalid', t('Esta entrega no es en una mesa'))
    case 'area_not_found':
      return invalid('areaId', 'not_found', t('La zona no existe en esta opción de envío: elige otra'))
  }
}

const duplicateOrder = (orderNumber: string) =>
  conflict('DUPLICATE_ORDER', t('Ya recibimos este mismo pedido hace menos de 5 minutos'), { orderNumber })

function amountError(error: AmountError): ApiError {
  switch (error.outcome) {
    case 'below_minimum': {
      const minimum = formatAmount(error.minimumOrder, error.currency)
      return invalid('items', 'minimum', t('El pedido mínimo es de {minimum} en productos', { minimum }))
    }
    case 'total_too_high':
      return invalid('items', 'maximum', TOTAL_TOO_HIGH)
    case 'too_heavy':
      return invalid('items', 'maximum', TOO_HEAVY)
    case 'too_many_large':
      return largeOrdersReached(error.resetIn)
    case 'amount_too_fine':
      return invalid(error.field, 'invalid', t('El importe tiene más decimales que la moneda de la tienda'))
    case 'total_changed': {
      const { expected, total, currency } = error
      const [now, before] = [formatAmount(total, currency), formatAmount(expected, currency)]
      return conflict(
        'TOTAL_CHANGED',
        t('El total cambió: ahora es {now}, y era {before}', { now, before }),
        {
          expected,
          total,
        },
      )
    }
  }
}

function paymentError(error: PaymentError): ApiError {
  switch (error.outcome) {
    case 'payment_method_not_found':
      return invalid(
        'paymentMethodId',
        'not_found',
        t('La forma de pago no existe o no está activa: elige otra'),
      )
    case 'cents_not_taken': {
      const total = formatAmount(error.total, error.currency)
      const remedy = error.others
        ? t('elige otra forma de pago')
        : t('la tienda no tiene otra forma de pago: escríbele para acordar cómo lo pagas')
      const message = t('Mercado Pago cobra pesos enteros: el total es {total}; {remedy}', { total, remedy })
      return invalid('paymentMethodId', 'invalid', message)
    }
    case 'change_not_in_cash':
      return invalid('changeFor', 'invalid', t('Solo quien paga en efectivo dice con cuánto paga'))
    case 'change_too_low':
      return invalid(
        'changeFor',
        'minimum',
        t('El total es {total}: paga con eso o más', { total: formatAmount(error.total, error.currency) }),
      )
  }
}

function storeClosed(row: ScheduleRow, at: number): ApiError {
  const schedule = scheduleOf(row)
  const opening = nextOpening(schedule, at)
  const opensAt = opening === null ? null : new Date(opening).toISOString()
  const why =
    opensAt === null
      ? t('La tienda está cerrada y no toma pedidos por ahora')
      : t('La tienda está cerrada y no toma pedidos por ahora. Abre el {time}', {
          time: dayAndTime(opensAt, schedule.timeZone),
        })
  return conflict('STORE_CLOSED', why, { opensAt })
}

const largeOrdersReached = (retryAfter: number) =>
  new ApiError(
    429,
    {
      error: t(
        'Ya se hicieron hoy demasiados pedidos grandes: haz uno con menos artículos, o escríbele a la tienda',
      ),
      code: 'RATE_LIMIT_EXCEEDED',
    },
    { 'retry-after': String(retryAfter) },
  )
