import { Type, type Static } from 'typebox'
import type { App } from '../../core/http/app.ts'
import type { Sql } from '../../core/database/db.ts'
import { count } from '../../core/metrics/metrics.ts'
import { ApiError, invalid } from '../../core/errors/errors.ts'
import { idempotentPost } from '../../core/http/idempotency.ts'
import { currentTraceparent } from '../../core/process/current-request.ts'
import { newId, newOrderNumber, newSecret } from '../../core/values/id.ts'
import { t } from '../../core/texts/text.ts'
import { limitPerAddress } from '../../core/limits/rate-limit.ts'
import {
  Body,
  Instant,
  SingleLine,
  MultiLine,
  Nullable,
  Phone,
  Price,
  Reference,
} from '../../core/http/schema.ts'
import { noticeText } from './notice.ts'
import { orderMessage, whatsappLink } from './message.ts'
import { Location, MAX_LENGTHS, MAX_LINES, NewItem } from './order.ts'
import { isProvider, Payment, toPayment, wholeUnits } from './payment.ts'
import { queuedOrders } from './queue.ts'
import { fromSnapshot } from './snapshot.ts'
import { orderError, type Result } from './errors.ts'
import { hashOf, lineArgument, mergeItems, type OrderLine } from './merge-items.ts'
import { shopUrl } from '../stores/address.ts'

export const NewOrder = Body({
  storeId: Reference('Tienda a la que se pide'),
  name: SingleLine({ max: MAX_LENGTHS.name, description: 'Nombre del cliente' }),
  phone: Phone('Teléfono del cliente, con código de país (E.164)'),
  address: Type.Optional(
    Nullable(MultiLine({ max: MAX_LENGTHS.address, description: 'Dirección de entrega' })),
  ),
  items: Type.Array(NewItem, { minItems: 1, maxItems: MAX_LINES }),
  notes: Type.Optional(Nullable(MultiLine({ max: MAX_LENGTHS.notes, description: 'Notas para la tienda' }))),
  shippingOptionId: Type.Optional(Nullable(Reference('Opción de envío'))),
  table: Type.Optional(
    Nullable(
      SingleLine({
        max: MAX_LENGTHS.table,
        pattern: '^[\\p{L}\\p{M}\\p{Nd} -]+$',
        description: 'La mesa, con una opción de envío `here`',
        examples: ['4'],
      }),
    ),
  ),
  areaId: Type.Optional(
    Nullable(Reference('Zona de la opción de envío, obligatoria si la opción tiene zonas')),
  ),
  location: Type.Optional(Nullable(Location)),
  discountCode: Type.Optional(
    Nullable(SingleLine({ max: MAX_LENGTHS.discountCode, description: 'Código de descuento' })),
  ),
  wantedAt: Type.Optional(
    Nullable(
      Instant(
        'Para cuándo se quiere: una hora que no haya pasado, en los próximos dos años. La página de la tienda ofrece las de su horario',
      ),
    ),
  ),
  paymentMethodId: Type.Optional(Nullable(Reference('Forma de pago'))),
  changeFor: Type.Optional(Nullable(Price('Solo en efectivo: con cuánto paga, para llevarle el cambio'))),
  expectedTotal: Type.Optional(
    Nullable(
      Price('El total que vio quien compra: si resulta otro, el pedido no se hace (409 TOTAL_CHANGED)'),
    ),
  ),
  notifyCustomer: Type.Optional(
    Type.Boolean({
      description: 'Si quien compra acepta que le avisen por WhatsApp al confirmar y al enviar el pedido',
    }),
  ),
})
export type NewOrder = Static<typeof NewOrder>

const PlacedOrder = Type.Object({
  id: Type.String(),
  orderNumber: Type.String({ examples: ['PED-7K3QXM'] }),
  whatsappUrl: Nullable(
    Type.String({ description: 'Enlace wa.me a la tienda con el mensaje del pedido ya escrito' }),
  ),
  trackingUrl: Type.String({ description: 'Página del pedido para quien lo hizo' }),
  total: Type.Number({ description: 'Lo que cuesta, con envío y descuento' }),
  currency: Type.String(),
  payment: Nullable(Payment),
})

/** The timeout of `POST /api/orders`. The order may still be placed; a retry then returns it, or DUPLICATE_ORDER. */
export const MAX_ORDER_MS = 4_500

export const ORDER_LIMIT = { name: 'orders', max: 10, seconds: 60 }

/** Opens the provider's page for an order that was placed just now. @returns whether there is one; never throws for the provider */
type PreparePayment = (storeId: string, orderId: string) => Promise<boolean>

export function createOrderRoute(app: App, preparePayment: PreparePayment) {
  app.post('/orders', {
    config: {
      maxHandlerMs: MAX_ORDER_MS,
      idempotent: true,
      onDomains: true,
      errors: ['402', 'NOT_FOUND', 'DUPLICATE_ORDER', 'STORE_CLOSED', 'TOTAL_CHANGED'],
    },
    schema: {
      operationId: 'createOrder',
      summary: 'Hacer un pedido',
      description: 'Guarda el pedido con los precios del servidor y avisa a la tienda por WhatsApp.',
      body: NewOrder,
      response: { 201: PlacedOrder },
    },
    onRequest: limitPerAddress(ORDER_LIMIT),
    handler: idempotentPost<NewOrder, Static<typeof PlacedOrder>>(
      ({ storeId }) => queuedOrders(app.sql, storeId),
      async (sql, input, { log, clientAddress: client }) => {
        const { order, store } = await placeOrder(sql, input, { config: app.config, log, client })
        const trackingUrl = shopUrl(app, store, `/pedido/${order.trackingToken}`)
        const whatsappUrl = whatsappLink(
          store.whatsappNumber,
          orderMessage(store, order, trackingUrl).in(store.language),
        )
        const { id, orderNumber, total, currency } = order
        return { id, orderNumber, whatsappUrl, trackingUrl, total, currency, payment: toPayment(order) }
      },
      201,
      async (placed, { storeId }) => {
        const { id, trackingUrl, payment } = placed
        if (!payment || !isProvider(payment.kind) || !(await preparePayment(storeId, id))) return placed
        return { ...placed, payment: { ...payment, payUrl: `${trackingUrl}/pagar` } }
      },
    ),
  })
}

/**
 * Places an order at the current prices, with its notifications in the outbox; without WhatsApp the owner's is in the log.
 * @throws 400 on what can't be bought, 402 suspended, 404 no such store, 409 the same order within 5 minutes, 429 large ones
 */
export async function placeOrder(sql: Sql, input: NewOrder, { config, log, client }: Public) {
  const notify = config.whatsapp.api !== null
  const placed = await placeOrderAs(sql, input, { notify, by: 'shopper', isTest: false, client })
  if (!notify) log.info({ notice: noticeText(placed.order) }, 'whatsapp is not configured')
  return placed
}

/** `client` is the shopper's address, whose large orders are counted. */
type Public = Pick<App, 'config' | 'log'> & { client: string }
type Placement = { notify: boolean; by: 'shopper' | 'panel'; isTest: boolean; client?: string }

/** Places an order for a shopper, or for the panel, which may place duplicates. */
export async function placeOrderAs(sql: Sql, input: NewOrder, placement: Placement) {
  requireNearFuture(input.wantedAt)
  const lines = mergeItems(input.items)
  try {
    const argument = argumentOf(input, lines, placement)
    const [{ result }] = await sql<
      [{ result: Result }]
    >`select place_order(${sql.json(argument)}::json) as result`
    count('orders', { result: result.outcome, by: placement.by })
    if (result.outcome === 'placed') {
      const { order, paymentMethod, store } = result
      return { order: { ...fromSnapshot(order), paymentMethod }, store }
    }
    throw orderError(result, lines, input.items)
  } catch (error) {
    if (!(error instanceof ApiError)) count('orders', { result: 'error', by: placement.by })
    throw error
  }
}

const MAX_DAYS_AHEAD = 2 * 366

/** @throws 400 on `wantedAt` */
function requireNearFuture(wantedAt: string | null | undefined): void {
  if (wantedAt && Date.parse(wantedAt) > Date.now() + MAX_DAYS_AHEAD * 86_400_000)
    throw invalid('wantedAt', 'maximum', t('Esa fecha está muy lejos: elige una de los próximos dos años'))
}

/** Random order numbers tried per order: of a billion, a store with a million orders has used one in a thousand. */
const ORDER_NUMBER_ATTEMPTS = 4

function argumentOf(input: NewOrder, lines: OrderLine[], { notify, by, isTest, client }: Placement) {
  return {
    store_id: input.storeId,
    id: newId(),
    order_numbers: Array.from({ length: ORDER_NUMBER_ATTEMPTS }, newOrderNumber),
    tracking_token: newSecret(24),
    customer_id: newId(),
    name: input.name,
    phone: input.phone,
    address: input.address || null,
    notes: input.notes || null,
    items: lines.map(lineArgument),
    items_hash: hashOf(lines),
    shipping_option_id: input.shippingOptionId,
    area_id: input.areaId,
    table_name: input.table,
    location: input.location,
    discount_code: input.discountCode,
    payment_method_id: input.paymentMethodId,
    change_for: input.changeFor,
    expected_total: input.expectedTotal,
    notify,
    placed_by: by,
    is_test: isTest,
    wanted_at: input.wantedAt,
    notify_customer: input.notifyCustomer ?? false,
    client,
    traceparent: currentTraceparent(),
    whole_units: wholeUnits,
  }
}
