import type { Tx, Db } from '../../core/database/db.ts'
import { pause, resume } from '../../core/outbox/recipient.ts'
import { recipientOf, webhookColumns, type WebhookRow } from './webhook.ts'

/** Enables a locked webhook and resumes its paused deliveries in order. No-op when it is enabled. */
export async function enableWebhook(tx: Tx, webhook: WebhookRow): Promise<WebhookRow> {
  if (webhook.isActive) return webhook
  await resume(tx, recipientOf(webhook), webhook.failingSince)
  return setActive(tx, webhook, true)
}

/** Disables a locked webhook and pauses its waiting deliveries; later events are not enqueued for it. No-op when it is disabled. */
export async function disableWebhook(tx: Tx, webhook: WebhookRow): Promise<WebhookRow> {
  if (!webhook.isActive) return webhook
  await pause(tx, recipientOf(webhook))
  return setActive(tx, webhook, false)
}

async function setActive(tx: Tx, { storeId, id }: WebhookRow, isActive: boolean): Promise<WebhookRow> {
  const [webhook] = await tx<[WebhookRow]>`
    update webhooks
    set is_active = ${isActive}, disabled_reason = null, failing_since = null, updated_at = statement_timestamp()
    where store_id = ${storeId} and id = ${id}
    returning ${webhookColumns(tx)}`
  return webhook
}

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
