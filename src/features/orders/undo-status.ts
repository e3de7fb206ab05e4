import { conflict } from '../../core/errors/errors.ts'
import { transaction, type Attribution, type Sql, type Tx } from '../../core/database/db.ts'
import { withdrawDeliveries } from '../../core/outbox/withdraw.ts'
import { statusEvents } from './customer-notice.ts'
import { takeMoveBack } from './move.ts'
import { isCompleted, type OrderStatus } from './order.ts'
import { lockOrder, toOrder, type LockedOrder, type OrderRow } from './order-row.ts'
import { t, type Localized } from '../../core/texts/text.ts'

const UNDO_SECONDS = 60

/**
 * Undoes the last move of an order's status in the panel, as if it had never been: for a minute, while nobody was notified. Its
 * messages that no worker has claimed are withdrawn with it. Not for a cancellation, whose stock others may have ordered since.
 * @param moved the status that it was moved to
 * @throws 404, 409 `NOT_UNDOABLE` with the reason
 */
export function undoOrderStatus(
  sql: Sql,
  storeId: string,
  { id, moved }: { id: string; moved: OrderStatus },
  attribution: Attribution,
) {
  return transaction(sql, async (tx) => {
    const order = await lockOrder(tx, storeId, id)
    if (order.timeline.length < 2 || order.status !== moved || !isCompleted(moved))
      throw notUndoable(t('el pedido ya está en otro estado'))
    await requireUntold(tx, order)
    return toOrder(await takeMoveBack(tx, order, attribution))
  })
}

/** @throws 409 `NOT_UNDOABLE` */
async function requireUntold(tx: Tx, order: LockedOrder) {
  const { storeId, id, customerName, customerPhone, timeline } = order
  const { at, by, isSeen } = timeline.at(-1)!
  const [{ isRecent, isLast }] = await tx<[{ isRecent: boolean; isLast: boolean }]>`
    select
      ${at}::timestamptz > statement_timestamp() - make_interval(secs => ${UNDO_SECONDS}) as is_recent,
      updated_at = ${at}::timestamptz as is_last
    from orders
    where store_id = ${storeId} and id = ${id}`
  const [name = ''] = customerName.split(' ')
  if (isSeen) throw notUndoable(t('{name} ya lo vio en la página de su pedido', { name }))
  if (by !== 'panel' || !isLast) throw notUndoable(t('el pedido cambió después'))
  if (!isRecent) throw notUndoable(t('ya pasó más de un minuto'))
  const webhooks = await tx<{ recipient: string }[]>`
    select recipient from webhook_targets where store_id = ${storeId}`
  const recipients = [customerPhone, ...webhooks.map(({ recipient }) => recipient)]
  // Not `order.created` of an order that was entered as confirmed, in the same instant.
  const events = ['order.updated', ...statusEvents]
  const told = await withdrawDeliveries(tx, { storeId, subjectId: id, events, recipients, since: at })
  if (told === 'webhook') throw notUndoable(t('ya se avisó a otro programa'))
  if (told) throw notUndoable(t('a {name} ya le llegó el aviso', { name }))
}

const notUndoable = (reason: Localized) =>
  conflict('NOT_UNDOABLE', t('Ya no se puede deshacer: {reason}', { reason }))

/** Whether the shopper's page shows a move that could still be undone, and has to say first that it was seen. */
export const isUndoable = ({ timeline }: Pick<OrderRow, 'timeline'>): boolean => {
  const { at, by, isSeen = false } = timeline.at(-1)!
  return by === 'panel' && !isSeen && Date.now() - Date.parse(at) < 2 * UNDO_SECONDS * 1000
}

/** Notes that the shopper sees the order's last move. Before it is read to be shown: what was noted is not undone any more. */
export async function markSeen(sql: Sql, storeId: string, token: string): Promise<void> {
  await sql`
    update orders
    set timeline = jsonb_set(timeline, '{-1,isSeen}', 'true')
    where store_id = ${storeId} and tracking_token = ${token} and timeline -> -1 ->> 'by' = 'panel'`
}
