import type { Tx } from '../../core/database/db.ts'
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
