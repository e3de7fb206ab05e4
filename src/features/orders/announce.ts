import type { Tx } from '../../core/database/db.ts'
import { currentTraceparent } from '../../core/process/current-request.ts'

export const orderEvents = ['order.created', 'order.updated', 'order.paid']

export async function announceOrder(
  tx: Tx,
  storeId: string,
  id: string,
  events: ('order.updated' | 'order.paid')[],
) {
  await tx`select announce_order(${storeId}, ${id}, ${events}::text[], ${currentTraceparent()})`
}
