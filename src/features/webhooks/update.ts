import { isDeepStrictEqual } from 'node:util'
import type { Static } from 'typebox'
import { operation } from '../../core/operations/operation.ts'
import type { Tx } from '../../core/database/db.ts'
import { PartialBody, dataOf } from '../../core/http/schema.ts'
import { checkDestination } from './destination.ts'
import { disableWebhook, enableWebhook } from './enable.ts'
import { lockWebhook } from './find.ts'
import { toWebhook, Webhook, webhookColumns, writableFields, type WebhookRow } from './webhook.ts'

const WebhookChanges = PartialBody(writableFields)
type WebhookChanges = Static<typeof WebhookChanges>

export const updateWebhook = operation({
  id: 'updateWebhook',
  rest: 'PUT /store/webhooks/:id',
  scope: 'webhooks:write',
  summary: 'Cambiar un webhook',
  description:
    'Solo cambian los campos enviados; el secreto se cambia con rotate-secret. Al desactivarlo se ' +
    'detiene lo que espera, y al activarlo se entrega en orden. Lo que ya esperaba va a la ' +
    'dirección nueva.',
  body: WebhookChanges,
  response: { 200: dataOf(Webhook) },
  async prepare({ body, service }) {
    if (body.url !== undefined) await checkDestination(body.url, service.config.allowPrivateDestinations)
  },
  async run({ sql, store, id, body }) {
    const webhook = await updateTarget(sql, await lockWebhook(sql, store.id, id), body)
    if (body.isActive === undefined) return { data: toWebhook(webhook) }
    return { data: toWebhook(await (body.isActive ? enableWebhook : disableWebhook)(sql, webhook)) }
  },
})

async function updateTarget(tx: Tx, stored: WebhookRow, changes: WebhookChanges): Promise<WebhookRow> {
  const { storeId, id } = stored
  const url = changes.url === undefined ? stored.url : new URL(changes.url).href
  const events = changes.events ?? stored.events
  if (url === stored.url && isDeepStrictEqual(events, stored.events)) return stored
  const [webhook] = await tx<[WebhookRow]>`
    update webhooks
    set url = ${url}, events = ${events}, updated_at = statement_timestamp()
    where store_id = ${storeId} and id = ${id}
    returning ${webhookColumns(tx)}`
  return webhook
}
