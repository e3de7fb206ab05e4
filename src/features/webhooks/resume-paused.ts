import type { Db } from '../../core/database/db.ts'
import { resume } from '../../core/outbox/recipient.ts'
import { recipientOf } from './webhook.ts'

/** A transaction that began before the webhook was enabled may have enqueued them as paused. */
export async function resumePaused(sql: Db): Promise<boolean> {
  const webhooks = await sql<{ storeId: string; id: string }[]>`
    select webhook.store_id, webhook.id
    from (select distinct store_id, recipient from deliveries where kind = 'webhook' and state = 'paused') as paused
    join (select store_id, id from webhooks where is_active) as webhook
      on webhook.store_id = paused.store_id and webhook.id = paused.recipient`
  for (const webhook of webhooks) await sql.begin((tx) => resume(tx, recipientOf(webhook), null))
  return false
}
