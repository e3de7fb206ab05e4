import { transaction, type Sql } from '../core/database/db.ts'
import { purge } from '../core/outbox/recipient.ts'
import { webhookNotFound } from './find.ts'

/** Deletes a webhook with its logs and pending deliveries. @throws 404 */
export function deleteWebhook(sql: Sql, storeId: string, id: string) {
  return transaction(sql, async (tx) => {
    const { count } = await tx`delete from webhooks where store_id = ${storeId} and id = ${id}`
    if (count === 0) throw webhookNotFound()
    await purge(tx, { storeId, kind: 'webhook', recipient: id })
    return { id, deleted: true as const }
  })
}
