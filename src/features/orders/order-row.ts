import type { Sql, Tx } from '../../core/database/db.ts'
import type { DeliveryKind } from '../shipping/delivery-kind.ts'
import { notFound } from '../../core/errors/errors.ts'
import {
  nextStatuses,
  type Actor,
  type Location,
  type Order,
  type OrderStatus,
  type OrderSummary,
} from './order.ts'
import { toItem, type StoredItem } from './order-item.ts'
import {
  toPayment,
  toPaymentSummary,
  type MethodOfOrder,
  type PaymentState,
  type SentReceipt,
  type StoredPayment,
} from './payment.ts'
import { toProposal, type StoredProposal } from './proposal.ts'
import { t } from '../../core/texts/text.ts'

/** With the items and the total of before where the order was changed, and the discount whose code it lost then. */
type TimelineStep = {
  status: OrderStatus
  at: string
  by: Actor
  accountId?: string
  isSeen?: boolean
  /** It ended a proposal that was open, which an undo opens again. */
  endsProposal?: boolean
  items?: StoredItem[]
  total?: number
  droppedDiscountId?: string
}

export type OrderRow = {
  id: string
  orderNumber: string
  status: OrderStatus
  customerName: string
  customerPhone: string
  customerAddress: string | null
  items: StoredItem[]
  currency: string
  subtotal: number
  discountCode: string | null
  discountAmount: number | null
  shippingName: string | null
  shippingPrice: number | null
  shippingArea: string | null
  location: Location | null
  deliveryKind: DeliveryKind | null
  /** Absent in a payload that an earlier release wrote. */
  tableName?: string | null
  wantedAt: string | null
  notifyCustomer: boolean
  phoneVerified: boolean
  total: number
  notes: string | null
  isTest: boolean
  paymentState: PaymentState | null
  payment: StoredPayment | null
  paymentMethod: MethodOfOrder | null
  /** Absent in the payload of an event. */
  receipts?: SentReceipt[]
  timeline: TimelineStep[]
  /** Absent in a payload that an earlier release wrote. */
  proposal?: StoredProposal | null
  trackingToken: string
  notificationState: Order['notification']['state']
  notificationReason: string | null
  notificationUpdatedAt: string
  createdAt: string
  updatedAt: string
}

export const orderColumns = (sql: Sql) => sql`
  orders.id, order_number, status, customer_name, customer_phone, customer_address, items, currency, subtotal,
  discount_code, discount_amount, shipping_name, shipping_price, shipping_area, location, delivery_kind, table_name,
  wanted_at, notify_customer, phone_verified, total, notes, is_test, payment_state, payment, ${methodColumn(sql)}, ${receiptsColumn(sql)},
  timeline, proposal, tracking_token, notification_state, notification_reason, notification_updated_at, orders.created_at,
  orders.updated_at`

/** The method's present row: a subquery, so that updates can return it too. */
const methodColumn = (sql: Sql) => sql`
  (
    select method_of_order(instructions, accounts, pix_key, merchant_name, merchant_city)
    from payment_methods as method
    where method.store_id = orders.store_id and method.id = orders.payment ->> 'methodId'
  ) as payment_method`

const receiptsColumn = (sql: Sql) => sql`
  array(
    select jsonb_build_object('id', receipts.id, 'sentAt', receipts.created_at, 'duplicateOf', duplicate_of)
    from receipts
    where receipts.store_id = orders.store_id and order_id = orders.id
    order by receipts.created_at, receipts.id
  ) as receipts`

export type LockedOrder = OrderRow & { storeId: string; discountId: string | null }

/** The second of two concurrent changes sees what the first one has set. @throws 404 */
export async function lockOrder(tx: Tx, storeId: string, id: string): Promise<LockedOrder> {
  const [order] = await tx<LockedOrder[]>`
    select ${orderColumns(tx)}, store_id, discount_id
    from orders
    where store_id = ${storeId} and id = ${id}
    for update`
  if (!order) throw notFound(t('El pedido'))
  return order
}

export const summaryColumns = (sql: Sql) => sql`
  orders.id, order_number, status, customer_name, customer_phone, items, currency, subtotal, discount_code,
  discount_amount, total, notes, delivery_kind, table_name, wanted_at, notify_customer, phone_verified, is_test, payment_state, payment,
  orders.created_at`

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
  | 'tableName'
  | 'wantedAt'
  | 'notifyCustomer'
  | 'phoneVerified'
  | 'isTest'
  | 'paymentState'
  | 'payment'
  | 'createdAt'
>

export function toSummary(row: SummaryRow): OrderSummary {
  const { discountCode, discountAmount, items, paymentState: _state, tableName = null, ...rest } = row
  return {
    ...rest,
    table: tableName,
    items: items.map((item) => {
      const { productId: _product, variantId: _variant, ...shown } = toItem(item)
      return shown
    }),
    discount: discountCode === null ? null : { code: discountCode, amount: discountAmount ?? 0 },
    payment: toPaymentSummary(row),
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
      row.shippingName === null
        ? null
        : { name: row.shippingName, price: row.shippingPrice ?? 0, area: row.shippingArea ?? null },
    location: row.location ?? null,
    payment: toPayment(row),
    total: row.total,
    notes: row.notes,
    deliveryKind: row.deliveryKind,
    table: row.tableName ?? null,
    wantedAt: row.wantedAt && instant(row.wantedAt),
    notifyCustomer: row.notifyCustomer,
    phoneVerified: row.phoneVerified ?? false, // absent in a payload that an earlier release wrote
    isTest: row.isTest,
    nextStatuses: nextStatuses(row.status),
    timeline: row.timeline.map(toStep),
    proposal: toProposal(row.proposal),
    notification: {
      state: row.notificationState,
      updatedAt: instant(row.notificationUpdatedAt),
      reason: row.notificationReason,
    },
    createdAt: instant(row.createdAt),
    updatedAt: instant(row.updatedAt),
  }
}

const toStep = ({ status, at, by, items, total }: TimelineStep): Order['timeline'][number] => ({
  status,
  at: instant(at),
  by,
  ...(items && { items: items.map(toItem), total: total ?? 0 }),
})

const instant = (at: string) => new Date(at).toISOString()
