import type { Tx } from '../core/database/db.ts'
import { pause, resume } from '../core/outbox/recipient.ts'
import { lockWebhook } from './find.ts'
import { toWebhook, webhookColumns, type Webhook, type WebhookRow } from './webhook.ts'

/** Enables a webhook and resumes its paused deliveries in order. No-op when it is enabled. @throws 404 */
export async function enableWebhook(tx: Tx, storeId: string, id: string): Promise<Webhook> {
  const webhook = await lockWebhook(tx, storeId, id)
  if (webhook.isActive) return toWebhook(webhook)
  await resume(tx, { storeId, kind: 'webhook', recipient: id }, webhook.failingSince)
  return toWebhook(await setActive(tx, webhook, true))
}

/** Disables a webhook and pauses its waiting deliveries; later events are not enqueued for it. No-op when it is disabled. @throws 404 */
export async function disableWebhook(tx: Tx, storeId: string, id: string): Promise<Webhook> {
  const webhook = await lockWebhook(tx, storeId, id)
  if (!webhook.isActive) return toWebhook(webhook)
  await pause(tx, { storeId, kind: 'webhook', recipient: id })
  return toWebhook(await setActive(tx, webhook, false))
}

async function setActive(tx: Tx, { storeId, id }: WebhookRow, isActive: boolean): Promise<WebhookRow> {
  const [webhook] = await tx<[WebhookRow]>`
    update webhooks
    set is_active = ${isActive}, disabled_reason = null, failing_since = null, updated_at = statement_timestamp()
    where store_id = ${storeId} and id = ${id}
    returning ${webhookColumns(tx)}`
  return webhook
}
