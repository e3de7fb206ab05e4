import type { Sql } from '../../core/database/db.ts'
import { notFound } from '../../core/errors/errors.ts'
import { webhookColumns, type WebhookRow } from './webhook.ts'
import { t } from '../../core/texts/text.ts'

/** @throws 404 */
export async function findWebhook(sql: Sql, storeId: string, id: string): Promise<WebhookRow> {
  const [webhook] = await sql<WebhookRow[]>`
    select ${webhookColumns(sql)}
    from webhooks
    where store_id = ${storeId} and id = ${id}`
  if (!webhook) throw webhookNotFound()
  return webhook
}

export async function lockWebhook(sql: Sql, storeId: string, id: string): Promise<WebhookRow> {
  const [webhook] = await sql<WebhookRow[]>`
    select ${webhookColumns(sql)}
    from webhooks
    where store_id = ${storeId} and id = ${id}
    for update`
  if (!webhook) throw webhookNotFound()
  return webhook
}

export const webhookNotFound = () => notFound(t('El webhook'))
