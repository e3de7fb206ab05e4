import { transaction, type Sql, type Tx } from '../../core/database/db.ts'
import { conflict } from '../../core/errors/errors.ts'
import { t } from '../../core/texts/text.ts'
import { releaseUse } from '../discounts/release-uses.ts'
import { announceOrder } from './announce.ts'
import { toNewItem } from './item-changes.ts'
import { priceChange, type PricedChange } from './price-change.ts'
import { PROPOSALS_DECIDED } from './count.ts'
import { hashOf, mergeItems } from './merge-items.ts'
import { lockOrder, type LockedOrder } from './order-row.ts'
import { isOpen, type StoredProposal } from './proposal.ts'
import { requireChangeable } from './propose.ts'
import { recordPayment } from './record-payment.ts'
import { ended, writeProposal } from './write-proposal.ts'

type Decision = { sentAt: string; isAccepted: boolean }

/**
 * Takes a proposed change or not, for the shopper: in one transaction, checked again. The same decision again changes nothing.
 * @throws 400 on what no longer fits, 404, 409 `PROPOSAL_NOT_POSSIBLE`; then nothing has changed
 */
export function decideProposal(
  sql: Sql,
  storeId: string,
  id: string,
  { sentAt, isAccepted }: Decision,
): Promise<void> {
  return transaction(sql, async (tx) => {
    const order = await lockOrder(tx, storeId, id)
    const { proposal } = order
    if (proposal?.sentAt === sentAt && proposal.state === (isAccepted ? 'ACCEPTED' : 'DECLINED')) return
    if (!isOpen(proposal)) throw conflict('PROPOSAL_NOT_POSSIBLE', t('Este cambio ya no está abierto'))
    if (proposal.sentAt !== sentAt)
      throw conflict('PROPOSAL_NOT_POSSIBLE', t('La tienda propone ahora otro cambio: míralo antes'))
    if (isAccepted) return accept(tx, order, proposal)
    await writeProposal(tx, order, ended(proposal, 'DECLINED'))
    await announceOrder(tx, storeId, id, ['order.updated'])
    // Pages of the panel that are open reload themselves. An accepted one is counted by count_order, in the order of locks.
    await tx`select increment_counter(${storeId}, ${PROPOSALS_DECIDED}, 1)`
  })
}

async function accept(tx: Tx, order: LockedOrder, proposal: StoredProposal) {
  requireChangeable(order)
  const { storeId, id } = order
  const items = proposal.items.map(toNewItem)
  const priced = await priceChange(tx, storeId, order, { items, offered: proposal.items })
  const { total, discount, shipping } = priced
  if (
    total !== proposal.total ||
    (discount ?? 0) !== proposal.discount ||
    (shipping ?? 0) !== proposal.shipping
  )
    throw conflict('PROPOSAL_NOT_POSSIBLE', t('El total ya no es el que se te propuso'))

  const losesCode = order.discountCode !== null && discount === null
  if (losesCode && order.discountId) await releaseUse(tx, storeId, order.discountId)
  await writeChange(tx, order, priced, hashOf(mergeItems(items)))
  await writeProposal(tx, order, ended(proposal, 'ACCEPTED'))
  await settle(tx, order, total)
  const counters = [
    PROPOSALS_DECIDED,
    ...(priced.isStockMoved ? ['stock.changed'] : []),
    ...(priced.isStockShown ? ['stock.shown'] : []),
  ]
  await tx`
    select count_order(orders, ${tx.json({ items: order.items, total: order.total })}, ${counters}::text[])
    from orders
    where store_id = ${storeId} and id = ${id}`
}

/** Nothing is left to pay of an order that costs nothing. */
async function settle(tx: Tx, { storeId, id, payment }: LockedOrder, total: number) {
  if (total > 0 || !payment) return announceOrder(tx, storeId, id, ['order.updated'])
  await recordPayment(tx, { storeId, orderId: id, state: 'PAID', by: 'system' })
}

/** The order with its new items, and those of before in its timeline; who pays in cash pays no longer with too little. */
async function writeChange(
  tx: Tx,
  order: LockedOrder,
  { items, subtotal, discount, shipping, total }: PricedChange,
  itemsHash: string,
) {
  const { storeId, status, items: before, total: totalBefore } = order
  const droppedDiscountId = discount === null ? order.discountId : null
  const step = {
    status,
    by: 'shopper',
    items: before,
    total: totalBefore,
    ...(droppedDiscountId && { droppedDiscountId }),
  }
  await tx`
    update orders
    set
      items = ${tx.json(items)}, items_hash = decode(${itemsHash}, 'hex'), subtotal = ${subtotal}, total = ${total},
      discount_amount = ${discount}, shipping_price = ${shipping},
      discount_code = case when ${discount}::numeric is not null then discount_code end,
      discount_id = case when ${discount}::numeric is not null then discount_id end,
      payment = case
        when (payment ->> 'changeFor')::numeric < ${total}::numeric then payment || '{"changeFor":null}' else payment
      end,
      timeline = timeline || jsonb_build_array(
        ${tx.json(step)} || jsonb_build_object('at', date_trunc('milliseconds', statement_timestamp()))
      )
    where store_id = ${storeId} and id = ${order.id}`
}
