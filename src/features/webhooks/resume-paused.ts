import type { Db } from '../../core/database/db.ts'
import { resume } from '../../core/outbox/recipient.ts'
import { recipientOf } from './webhook.ts'

/**
 * Resumes deliveries of enabled webhooks that are still paused: a transaction that began before the webhook was enabled may
 * have enqueued them as paused.
 */
export async function resumePaused(sql: Db): Promise<boolean> {
  const webhooks = await sql<{ storeId: string; id: string }[]>`
    select distinct webhook.store_id, webhook.id
    from (select store_id, id from webhooks where is_active) as webhook
    join deliveries on deliveries.store_id = webhook.store_id and recipient = webhook.id
    where kind = 'webhook' and state = 'paused'`
  for (const webhook of webhooks) await sql.begin((tx) => resume(tx, recipientOf(webhook), null))
  return false
}
