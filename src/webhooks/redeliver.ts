import { transaction, type Sql } from '../core/database/db.ts'
import { notFound } from '../core/errors/errors.ts'
import { repeat, repeatRange } from '../core/outbox/recipient.ts'
import { lockWebhook } from './find.ts'

/** Redelivers one delivery under the same id, now or when the webhook is enabled again. @throws 404 */
export function redeliver(sql: Sql, storeId: string, webhookId: string, deliveryId: string) {
  return transaction(sql, async (tx) => {
    const { isActive } = await lockWebhook(tx, storeId, webhookId)
    const found = await repeat(
      tx,
      { storeId, kind: 'webhook', recipient: webhookId },
      deliveryId,
      isActive ? 'waiting' : 'paused',
    )
    if (!found) throw notFound('La entrega')
    return { id: deliveryId, webhookId }
  })
}

/** Redelivers the finished deliveries of a time range, in order, under the same ids. `to` is exclusive. @throws 404 */
export function replay(sql: Sql, storeId: string, webhookId: string, range: { from: string; to: string }) {
  return transaction(sql, async (tx) => {
    const { isActive } = await lockWebhook(tx, storeId, webhookId)
    const recipient = { storeId, kind: 'webhook' as const, recipient: webhookId }
    return { webhookId, replayed: await repeatRange(tx, recipient, range, isActive ? 'waiting' : 'paused') }
  })
}
