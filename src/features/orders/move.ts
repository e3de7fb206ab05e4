import type { Config } from '../../core/config/config.ts'
import type { Attribution, Tx } from '../../core/database/db.ts'
import { conflict } from '../../core/errors/errors.ts'
import { t } from '../../core/texts/text.ts'
import { releaseUse } from '../discounts/release-uses.ts'
import { announceOrder } from './announce.ts'
import { enqueueCustomerNotice } from './customer-notice.ts'
import { canTransition, nextStatuses, statusName, type Actor, type OrderStatus } from './order.ts'
import { lockOrder, orderColumns, type LockedOrder, type OrderRow } from './order-row.ts'
import { endProposal } from './write-proposal.ts'

/** By what a status is moved, and by whom where it is somebody: that is recorded as a change of the store. */
type Move = {
  storeId: string
  id: string
  /** The present status, or undefined, changes nothing. */
  to: OrderStatus | undefined
  by: Actor
  attribution?: Attribution | undefined
}

/**
 * Moves an order to another status, with all that this causes, in the order in which everything locks: discount, stock, order,
 * customer, counters and sums. What a new order causes stands in db/functions/place_order.sql.
 * @throws 404, 409 `INVALID_STATUS_TRANSITION`
 */
export async function moveOrder(tx: Tx, config: Pick<Config, 'whatsapp'>, move: Move): Promise<OrderRow> {
  const { storeId, id, to, by, attribution } = move
  const order = await lockOrder(tx, storeId, id)
  if (to === undefined || order.status === to) return order
  if (!canTransition(order.status, to)) throw invalidTransition(order, to)

  if (to === 'cancelled' && order.discountId) await releaseUse(tx, storeId, order.discountId)
  const isStockShown = to === 'cancelled' && (await giveStockBack(tx, order))
  const endsProposal = to !== 'confirmed' && (await endProposal(tx, order))
  const moved = await addStep(tx, order, to, { by, accountId: attribution?.accountId, endsProposal })
  if (config.whatsapp.api) await enqueueCustomerNotice(tx, storeId, moved)
  await announceOrder(tx, storeId, id, ['order.updated'])
  if (attribution) await recordMove(tx, order, to, attribution)
  await countMove(tx, order, isStockShown ? ['stock.shown'] : [])
  return moved
}

/** Takes an order's last move back, as if it had never been, but for the record of changes: nobody is told. */
export async function takeMoveBack(tx: Tx, order: LockedOrder, attribution: Attribution): Promise<OrderRow> {
  const to = order.timeline.at(-2)!.status
  const before = await dropStep(tx, order, to)
  await recordMove(tx, order, to, attribution)
  await countMove(tx, order, [])
  return before
}

/** @returns whether the stock that storefront pages show has changed (db/functions/stock.sql) */
async function giveStockBack(tx: Tx, { storeId, items }: LockedOrder): Promise<boolean> {
  if (!items.some(({ isStockTaken }) => isStockTaken)) return false
  const [{ isShown }] = await tx<[{ isShown: boolean }]>`
    select give_stock_back(${storeId}, ${tx.json(items)}) as is_shown`
  return isShown
}

type Step = { by: Actor; accountId: string | null | undefined; endsProposal: boolean }

async function addStep(
  tx: Tx,
  { storeId, id }: LockedOrder,
  to: OrderStatus,
  { by, accountId, endsProposal }: Step,
): Promise<OrderRow> {
  const [moved] = await tx<[OrderRow]>`
    update orders
    set
      status = ${to},
      timeline = timeline || jsonb_build_array(
        jsonb_strip_nulls(jsonb_build_object(
          'status', ${to}::text, 'at', date_trunc('milliseconds', statement_timestamp()), 'by', ${by}::text,
          'accountId', ${accountId ?? null}::text, 'endsProposal', ${endsProposal || null}::boolean
        ))
      ),
      updated_at = date_trunc('milliseconds', statement_timestamp())
    where store_id = ${storeId} and id = ${id}
    returning ${orderColumns(tx)}`
  return moved
}

/** Sets the status of before; a proposal that the step had ended is open again. */
async function dropStep(tx: Tx, { storeId, id }: LockedOrder, to: OrderStatus): Promise<OrderRow> {
  const [before] = await tx<[OrderRow]>`
    update orders
    set
      status = ${to}, timeline = timeline - -1, updated_at = date_trunc('milliseconds', statement_timestamp()),
      proposal = case
        when timeline -> -1 ? 'endsProposal' then proposal || '{"state":"OPEN","decidedAt":null}' else proposal
      end
    where store_id = ${storeId} and id = ${id}
    returning ${orderColumns(tx)}`
  return before
}

async function recordMove(
  tx: Tx,
  { storeId, id, orderNumber, status }: LockedOrder,
  to: OrderStatus,
  attribution: Attribution,
) {
  await tx`
    select record_order(
      ${storeId}, ${tx.json(attribution)}, ${id}, ${orderNumber}, ${tx.json({ status })}, ${tx.json({ status: to })}
    )`
}

async function countMove(tx: Tx, { storeId, id, status }: LockedOrder, counters: string[]) {
  await tx`
    select count_order(orders, ${tx.json({ status })}, ${counters}::text[])
    from orders
    where store_id = ${storeId} and id = ${id}`
}

function invalidTransition(order: OrderRow, to: OrderStatus) {
  const from = order.status
  return conflict(
    'INVALID_STATUS_TRANSITION',
    t('Un pedido {from} no puede pasar a {to}', {
      from: statusName(order),
      to: statusName({ ...order, status: to }),
    }),
    { from, to, allowed: nextStatuses(from) },
  )
}
