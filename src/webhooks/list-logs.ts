import { Type, type Static } from 'typebox'
import { operation } from '../core/operations/operation.ts'
import type { Sql } from '../core/database/db.ts'
import { listOf, pageQuery, type Page } from '../core/http/page.ts'
import { fromDeliveries, fromPageStart } from './deliveries.ts'
import { webhookNotFound } from './find.ts'
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

type LogRow = Omit<WebhookLog, 'event' | 'otherEvent' | 'processing'> & { event: string }

/** @throws 404 */
export async function selectWebhookLogs(
  sql: Sql,
  storeId: string,
  webhookId: string,
  { limit, offset }: Page,
): Promise<WebhookLogs> {
  const listed = fromDeliveries(sql, storeId, webhookId)
  const [rows, [count]] = await Promise.all([
    sql<LogRow[]>`
      select id, recipient as webhook_id, event, status, duration, state = 'done' as success, attempts, created_at
      ${listed} ${fromPageStart(sql, listed, offset)}
      order by created_at desc, id desc
      limit ${limit}`,
    sql<[{ total: number; known: boolean }]>`
      select
        (select count(*) ${listed}) as total,
        exists (select 1 from webhooks where store_id = ${storeId} and id = ${webhookId}) as known`,
  ])
  if (!count.known) throw webhookNotFound()
  return { data: rows.map(toLog), total: count.total, limit, offset, source: 'SAVED_LOG_METADATA' }
}

function toLog({ event, ...row }: LogRow): WebhookLog {
  return {
    ...row,
    event: isEvent(event) ? event : null,
    otherEvent: isOtherEvent(event) ? event : null,
    processing: 'UNVERIFIED',
  }
}
