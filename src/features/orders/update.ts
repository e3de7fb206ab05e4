import { attributionOf } from '../../core/auth/caller.ts'
import { operation } from '../../core/operations/operation.ts'
import type { Attribution, Tx } from '../../core/database/db.ts'
import { conflict, notFound } from '../../core/errors/errors.ts'
import { PartialBody, dataOf } from '../../core/http/schema.ts'
import { releaseUse } from '../discounts/release-uses.ts'
import { announceOrder } from './announce.ts'
import { enqueueCustomerNotice } from './customer-notice.ts'
import {
  canTransition,
  isCompleted,
  nextStatuses,
  Order,
  OrderStatus,
  statusName,
  type Actor,
} from './order.ts'
import { orderColumns, toOrder, type OrderRow } from './order-row.ts'
import { endProposal } from './write-proposal.ts'

const OrderChanges = PartialBody({ status: OrderStatus })

export const updateOrder = operation({
  id: 'updateOrder',
  rest: 'PUT /orders/:id',
  scope: 'orders:write',
  unrecorded: true,
  summary: 'Mover el estado de un pedido',
  description:
    'De pending a confirmed, de confirmed a shipped, de shipped a delivered; y a cancelled mientras no esté entregado.',
  body: OrderChanges,
  errors: ['INVALID_STATUS_TRANSITION'],
  response: { 200: dataOf(Order) },
  async run({ sql, store, id, body, caller, service }) {
    const onStatusChange = service.config.whatsapp.api ? enqueueCustomerNotice : undefined
    const mover = { by: caller.by, attribution: attributionOf(caller) }
    return { data: await changeOrderStatus(sql, store.id, id, body.status, mover, onStatusChange) }
  },
})

/** What else a change of an order's status does, in its transaction. */
export type OnStatusChange = (tx: Tx, storeId: string, order: OrderRow) => Promise<void>

/** By what a status is moved, and by whom where it is somebody: that is recorded as a change of the store. */
type Mover = { by: Actor; attribution?: Attribution | undefined }

/**
 * Changes an order's status; its present one, or undefined, changes nothing. `onStatusChange` runs in the same transaction.
 * @throws 404, 409 `INVALID_STATUS_TRANSITION`
 */
export async function changeOrderStatus(
  tx: Tx,
  storeId: string,
  id: string,
  to: OrderStatus | undefined,
  mover: Mover,
  onStatusChange?: OnStatusChange,
): Promise<Order> {
  const order = await lockOrder(tx, storeId, id)
  if (to === undefined || order.status === to) return toOrder(order)
  if (!canTransition(order.status, to)) throw invalidTransition(order, to)

  // The order is locked; then as in place_order, whose order nobody else can lock yet: discount, stock, customer, counters and sums.
  if (to === 'cancelled' && order.discountId) await releaseUse(tx, storeId, order.discountId)
  const shownStockChanged = to === 'cancelled' && (await restoreStock(tx, storeId, order.items))
  await updateTotalSpent(tx, storeId, order, { ...order, status: to })
  const endsProposal = to !== 'confirmed' && (await endProposal(tx, storeId, order))
  const updated = await setStatus(tx, storeId, id, to, { ...mover, endsProposal })
  await onStatusChange?.(tx, storeId, updated)
  await announceOrder(tx, storeId, id, ['order.updated'])
  if (mover.attribution) await recordStatus(tx, storeId, order, to, mover.attribution)
  await countStatusChange(tx, storeId, order, shownStockChanged)
  return toOrder(updated)
}

export type LockedOrder = OrderRow & { customerId: string; discountId: string | null }

/** Locks the order, so that the second of two concurrent changes sees the status that the first one has set. */
export async function lockOrder(tx: Tx, storeId: string, id: string): Promise<LockedOrder> {
  const [order] = await tx<LockedOrder[]>`
    select ${orderColumns(tx)}, customer_id, discount_id
    from orders
    where store_id = ${storeId} and id = ${id}
    for update`
  if (!order) throw notFound('El pedido')
  return order
}

async function setStatus(
  tx: Tx,
  storeId: string,
  id: string,
  to: OrderStatus,
  { by, attribution, endsProposal }: Mover & { endsProposal: boolean },
): Promise<OrderRow> {
  const [updated] = await tx<[OrderRow]>`
    update orders
    set
      status = ${to},
      timeline = timeline || jsonb_build_array(
        jsonb_strip_nulls(jsonb_build_object(
          'status', ${to}::text, 'at', date_trunc('milliseconds', statement_timestamp()), 'by', ${by}::text,
          'accountId', ${attribution?.accountId ?? null}::text, 'endsProposal', ${endsProposal || null}::boolean
        ))
      ),
      updated_at = date_trunc('milliseconds', statement_timestamp())
    where store_id = ${storeId} and id = ${id}
    returning ${orderColumns(tx)}`
  return updated
}

/** @returns whether the stock that storefront pages show has changed (db/functions/stock.sql) */
async function restoreStock(tx: Tx, storeId: string, items: OrderRow['items']): Promise<boolean> {
  if (!items.some(({ isStockTaken }) => isStockTaken)) return false
  const [{ shownStockChanged }] = await tx<[{ shownStockChanged: boolean }]>`
    select give_stock_back(${storeId}, ${tx.json(items)}) as shown_stock_changed`
  return shownStockChanged
}

/** Records the move in the store's changes: db/functions/record_order.sql. */
export async function recordStatus(
  tx: Tx,
  storeId: string,
  { id, orderNumber, status }: Pick<OrderRow, 'id' | 'orderNumber' | 'status'>,
  to: OrderStatus,
  attribution: Attribution,
) {
  await tx`
    select record_order(
      ${storeId}, ${tx.json(attribution)}, ${id}, ${orderNumber}, ${tx.json({ status })}, ${tx.json({ status: to })}
    )`
}

/** Updates what the customer spent: the sum of completed orders in the store's currency, without test orders. */
export async function updateTotalSpent(
  tx: Tx,
  storeId: string,
  before: LockedOrder,
  after: Pick<OrderRow, 'status' | 'total'>,
) {
  const [spentBefore, spentAfter] = [spentOn(before), spentOn(after)]
  if (spentBefore === spentAfter || before.isTest) return
  await tx`
    update customers
    set total_spent = total_spent - ${spentBefore}::numeric + ${spentAfter}::numeric
    where store_id = ${storeId}
    and id = ${before.customerId}
    and ${before.currency} = (select currency from stores where id = ${storeId})`
}

const spentOn = ({ status, total }: Pick<OrderRow, 'status' | 'total'>) => (isCompleted(status) ? total : 0)

/** Updates the counters and the sums of the statistics: db/functions/count_order.sql. */
export async function countStatusChange(
  tx: Tx,
  storeId: string,
  before: LockedOrder,
  shownStockChanged: boolean,
) {
  await tx`
    select count_order(
      store_id, created_at, currency, total, items, is_test, ${before.status}, status, false, ${shownStockChanged}
    )
    from orders
    where store_id = ${storeId} and id = ${before.id}`
}

function invalidTransition(order: OrderRow, to: OrderStatus) {
  const from = order.status
  return conflict(
    'INVALID_STATUS_TRANSITION',
    `Un pedido ${statusName(order)} no puede pasar a ${statusName({ ...order, status: to })}`,
    { from, to, allowed: nextStatuses(from) },
  )
}
