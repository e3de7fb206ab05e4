import { Type, type Static } from 'typebox'
import { operation } from '../../core/operations/operation.ts'
import { countRows } from '../../core/database/count-rows.ts'
import type { Sql } from '../../core/database/db.ts'
import { listOf, pageQuery, type Page } from '../../core/http/page.ts'
import { toWebhook, Webhook, webhookColumns, type WebhookRow } from './webhook.ts'

const WebhooksQuery = Type.Object(pageQuery({ limit: 20 }))

const Webhooks = Type.Object({
  ...listOf(Webhook).properties,
  source: Type.Literal('SAVED_CONFIGURATION'),
  delivery: Type.Literal('UNVERIFIED'),
})
type Webhooks = Static<typeof Webhooks>

export const listWebhooks = operation({
  id: 'listWebhooks',
  rest: 'GET /store/webhooks',
  scope: 'webhooks:read',
  summary: 'Listar webhooks',
  description: 'Los webhooks guardados, los más nuevos primero, sin su dirección ni su secreto.',
  query: WebhooksQuery,
  response: { 200: Webhooks },
  run: ({ sql, store, query }) => selectWebhooks(sql, store.id, query),
})

export async function selectWebhooks(sql: Sql, storeId: string, page: Page): Promise<Webhooks> {
  const [rows, total] = await Promise.all([
    listWebhookRows(sql, storeId, page),
    countRows(sql, 'webhooks', storeId),
  ])
  return {
    data: rows.map(toWebhook),
    total,
    ...page,
    source: 'SAVED_CONFIGURATION',
    delivery: 'UNVERIFIED',
  }
}

/** With their addresses, which only the panel shows; the newest first. */
export const listWebhookRows = (sql: Sql, storeId: string, { limit, offset }: Page) => sql<WebhookRow[]>`
  select ${webhookColumns(sql)}
  from webhooks
  where store_id = ${storeId}
  order by created_at desc, id desc
  limit ${limit} offset ${offset}`
