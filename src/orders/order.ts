import { Type, type Static } from 'typebox'
import type { Sql } from '../core/database/db.ts'
import { Nullable } from '../core/http/schema.ts'
import { DeliveryKind } from '../shipping/shipping-option.ts'

export const OrderStatus = Type.Enum(['pending', 'confirmed', 'shipped', 'delivered', 'cancelled'], {
  title: 'OrderStatus',
  description:
    'pending: recibido; confirmed: confirmado; shipped: enviado; delivered: entregado; cancelled: cancelado',
})
export type OrderStatus = Static<typeof OrderStatus>

/** The most lines an order or a cart can have, and the most units of one variant. */
export const MAX_LINES = 100
export const MAX_QUANTITY = 9_999

/** Characters of an order's texts. */
export const MAX_LENGTHS = { name: 120, address: 500, notes: 2000, discountCode: 30 }

/** The statuses in Spanish. */
const statusNames: Record<OrderStatus, string> = {
  pending: 'pendiente',
  confirmed: 'confirmado',
  shipped: 'enviado',
  delivered: 'entregado',
  cancelled: 'cancelado',
}

/** A status of an order in Spanish; for pickup orders, `shipped` reads as ready. */
export const statusName = ({ deliveryKind, status }: Pick<OrderRow, 'deliveryKind' | 'status'>): string =>
  deliveryKind === 'pickup' && status === 'shipped' ? 'listo para recoger' : statusNames[status]

/** The channel by which an order's status changed. */
export type Actor = 'shopper' | 'api' | 'panel' | 'assistant'

const transitions: Record<OrderStatus, readonly OrderStatus[]> = {
  pending: ['confirmed', 'cancelled'],
  confirmed: ['shipped', 'cancelled'],
  shipped: ['delivered', 'cancelled'],
  delivered: [],
  cancelled: [],
}

export function canTransition(from: OrderStatus, to: OrderStatus): boolean {
  return transitions[from].includes(to)
}

export function nextStatuses(from: OrderStatus): OrderStatus[] {
  return [...transitions[from]]
}

/** Whether an order counts as a sale. The same rule in SQL: db/functions/completed.sql. */
export function isCompleted(status: OrderStatus): boolean {
  return status === 'confirmed' || status === 'shipped' || status === 'delivered'
}

const itemOfList = {
  productName: Type.String(),
  variantName: Nullable(Type.String({ description: 'Nulo cuando el producto no tiene variantes' })),
  quantity: Type.Integer(),
  unitPrice: Type.Number(),
  subtotal: Type.Number(),
}
const itemOfOrder = { productId: Type.String(), variantId: Nullable(Type.String()), ...itemOfList }

const summary = {
  id: Type.String(),
  orderNumber: Type.String({ examples: ['PED-7K3QXM'] }),
  status: OrderStatus,
  customerName: Type.String(),
  customerPhone: Type.String({ description: 'E.164' }),
  items: Type.Array(Type.Object(itemOfList)),
  currency: Type.String({ description: 'ISO 4217' }),
  subtotal: Type.Number({ description: 'Suma de los artículos' }),
  discount: Nullable(Type.Object({ code: Type.String(), amount: Type.Number() })),
  total: Type.Number({ description: 'Artículos + envío - descuento' }),
  notes: Nullable(Type.String()),
  deliveryKind: Nullable(DeliveryKind),
  wantedAt: Nullable(Type.String({ format: 'date-time', description: 'Para cuándo lo quiere quien compra' })),
  notifyCustomer: Type.Boolean({ description: 'Quien compra aceptó recibir avisos por WhatsApp' }),
  isTest: Type.Boolean({
    description:
      'Pedido de prueba, hecho en el panel: no cuenta en estadísticas ni en el historial del cliente',
  }),
  createdAt: Type.String({ format: 'date-time' }),
}

/** An order as a list shows it. */
export const OrderSummary = Type.Object(summary, {
  title: 'OrderSummary',
  description: 'Pedido en una lista',
})
export type OrderSummary = Static<typeof OrderSummary>

/** An order in full. */
export const Order = Type.Object(
  {
    ...summary,
    customerAddress: Nullable(Type.String()),
    items: Type.Array(Type.Object(itemOfOrder)),
    shippingOption: Nullable(Type.Object({ name: Type.String(), price: Type.Number() })),
    nextStatuses: Type.Array(OrderStatus, { description: 'Los estados a los que puede pasar' }),
    timeline: Type.Array(
      Type.Object({
        status: OrderStatus,
        at: Type.String({ format: 'date-time' }),
        by: Type.Enum(['shopper', 'api', 'panel', 'assistant']),
      }),
    ),
    notification: Type.Object({
      state: Type.Enum(['NOT_CONFIGURED', 'QUEUED', 'SENT', 'DELIVERED', 'READ', 'FAILED'], {
        description:
          'NOT_CONFIGURED: no se avisa, por falta de WhatsApp, porque falta confirmar el número de la tienda (`reason` lo dice) ' +
          'o porque el pedido se anotó en el panel',
      }),
      updatedAt: Type.String({ format: 'date-time' }),
      reason: Nullable(Type.String()),
    }),
    updatedAt: Type.String({ format: 'date-time' }),
  },
  { title: 'Order', description: 'Pedido completo' },
)
export type Order = Static<typeof Order>

type Item = Order['items'][number]

/** A stored order, without the columns that are never shown. */
export type OrderRow = {
  id: string
  orderNumber: string
  status: OrderStatus
  customerName: string
  customerPhone: string
  customerAddress: string | null
  items: (Item & { isStockTaken?: boolean })[]
  currency: string
  subtotal: number
  discountCode: string | null
  discountAmount: number | null
  shippingName: string | null
  shippingPrice: number | null
  deliveryKind: 'delivery' | 'pickup' | null
  wantedAt: string | null
  notifyCustomer: boolean
  total: number
  notes: string | null
  isTest: boolean
  timeline: { status: OrderStatus; at: string; by: Actor }[]
  trackingToken: string
  notificationState: Order['notification']['state']
  notificationReason: string | null
  notificationUpdatedAt: string
  createdAt: string
  updatedAt: string
}

/** The columns of an `OrderRow`. */
export const orderColumns = (sql: Sql) => sql`
  orders.id, order_number, status, customer_name, customer_phone, customer_address, items, currency, subtotal,
  discount_code, discount_amount, shipping_name, shipping_price, delivery_kind, wanted_at,
  notify_customer, total, notes, is_test, timeline, tracking_token,
  notification_state, notification_reason, notification_updated_at, orders.created_at, orders.updated_at`

/** The columns of an order in a list. */
export const summaryColumns = (sql: Sql) => sql`
  orders.id, order_number, status, customer_name, customer_phone, items, currency, subtotal, discount_code,
  discount_amount, total, notes, delivery_kind, wanted_at, notify_customer, is_test, orders.created_at`

type SummaryRow = Pick<
  OrderRow,
  | 'id'
  | 'orderNumber'
  | 'status'
  | 'customerName'
  | 'customerPhone'
  | 'items'
  | 'currency'
  | 'subtotal'
  | 'discountCode'
  | 'discountAmount'
  | 'total'
  | 'notes'
  | 'deliveryKind'
  | 'wantedAt'
  | 'notifyCustomer'
  | 'isTest'
  | 'createdAt'
>

export function toSummary(row: SummaryRow): OrderSummary {
  const { discountCode, discountAmount, items, ...rest } = row
  return {
    ...rest,
    items: items.map(({ productName, variantName, quantity, unitPrice, subtotal }) => {
      return { productName, variantName, quantity, unitPrice, subtotal }
    }),
    discount: discountCode === null ? null : { code: discountCode, amount: discountAmount ?? 0 },
  }
}

export function toOrder(row: OrderRow): Order {
  return {
    id: row.id,
    orderNumber: row.orderNumber,
    status: row.status,
    customerName: row.customerName,
    customerPhone: row.customerPhone,
    customerAddress: row.customerAddress,
    items: row.items.map(toItem),
    currency: row.currency,
    subtotal: row.subtotal,
    discount: row.discountCode === null ? null : { code: row.discountCode, amount: row.discountAmount ?? 0 },
    shippingOption:
      row.shippingName === null ? null : { name: row.shippingName, price: row.shippingPrice ?? 0 },
    total: row.total,
    notes: row.notes,
    deliveryKind: row.deliveryKind,
    wantedAt: row.wantedAt && instant(row.wantedAt),
    notifyCustomer: row.notifyCustomer,
    isTest: row.isTest,
    nextStatuses: nextStatuses(row.status),
    timeline: row.timeline.map(({ status, at, by }) => ({ status, at: instant(at), by })),
    notification: {
      state: row.notificationState,
      updatedAt: instant(row.notificationUpdatedAt),
      reason: row.notificationReason,
    },
    createdAt: instant(row.createdAt),
    updatedAt: instant(row.updatedAt),
  }
}

function toItem({
  productId,
  variantId,
  productName,
  variantName,
  quantity,
  unitPrice,
  subtotal,
}: Item): Item {
  return { productId, variantId, productName, variantName, quantity, unitPrice, subtotal }
}

const instant = (at: string) => new Date(at).toISOString()
