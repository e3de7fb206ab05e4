import { transaction, type Sql } from '../core/database/db.ts'
import { enqueue } from '../core/outbox/outbox.ts'
import { lockWebhook } from './find.ts'

/** The event of a test delivery; every webhook can get it. */
export const PING = 'ping'

/** Enqueues a test delivery, without retries, even when the webhook is disabled. @returns the delivery's id @throws 404 */
export function pingWebhook(sql: Sql, storeId: string, id: string) {
  return transaction(sql, async (tx) => {
    await lockWebhook(tx, storeId, id)
    const payload = { webhookId: id }
    const [deliveryId] = await enqueue(tx, [
      { storeId, event: PING, subjectId: null, payload, to: [{ kind: 'webhook', recipient: id }] },
    ])
    return { id: deliveryId!, webhookId: id }
  })
}
