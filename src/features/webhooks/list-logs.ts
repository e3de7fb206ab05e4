import { Type, type Static } from 'typebox'
import { operation } from '../../core/operations/operation.ts'
import type { Sql } from '../../core/database/db.ts'
import { listOf, pageQuery, type Page } from '../../core/http/page.ts'
import { listDeliveries, type DeliveryRow } from './deliveries.ts'
import { findWebhook } from './find.ts'
import { isEvent, isOtherEvent, WebhookLog } from './webhook.ts'

const WebhookLogsQuery = Type.Object(pageQuery({ limit: 20 }))

const WebhookLogs = Type.Object({
  ...listOf(WebhookLog).properties,
  source: Type.Literal('SAVED_LOG_METADATA'),
})
type WebhookLogs = Static<typeof WebhookLogs>

export const listWebhookLogs = operation({
  id: 'listWebhookLogs',
  rest: 'GET /store/webhooks/:id/logs',
  scope: 'webhooks:read',
  summary: 'Listar las entregas de un webhook',
  description:
    'Las entregas de los últimos 30 días, las más nuevas primero, sin lo que se envió ni lo que se respondió.',
  query: WebhookLogsQuery,
  response: { 200: WebhookLogs },
  run: ({ sql, store, id, query }) => selectWebhookLogs(sql, store.id, id, query),
})

/** @throws 404 */
export async function selectWebhookLogs(
  sql: Sql,
  storeId: string,
  webhookId: string,
  page: Page,
): Promise<WebhookLogs> {
  const [{ data, total }] = await Promise.all([
    listDeliveries(sql, storeId, webhookId, page),
    findWebhook(sql, storeId, webhookId),
  ])
  const logs = data.map((delivery) => toLog(webhookId, delivery))
  return { data: logs, total, ...page, source: 'SAVED_LOG_METADATA' }
}

function toLog(webhookId: string, delivery: DeliveryRow): WebhookLog {
  const { id, event, status, duration, state, attempts, createdAt } = delivery
  return {
    id,
    webhookId,
    event: isEvent(event) ? event : null,
    otherEvent: isOtherEvent(event) ? event : null,
    status,
    duration,
    success: state === 'done',
    attempts,
    createdAt,
    processing: 'UNVERIFIED',
  }
}
