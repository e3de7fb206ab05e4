import { Type } from 'typebox'
import { operation } from '../../core/operations/operation.ts'
import type { Tx } from '../../core/database/db.ts'
import { dataOf } from '../../core/http/schema.ts'
import { requireWithinLimit } from '../../core/limits/rate-limit.ts'
import { enqueue } from '../../core/outbox/outbox.ts'
import { lockWebhook } from './find.ts'
import { DeliveryId, toWebhook, Webhook, type WebhookRow } from './webhook.ts'

/** The event of a test delivery; every webhook can get it. */
export const PING = 'ping'

const LIMIT = { name: 'webhookPing', max: 5, seconds: 60 }

export const pingWebhook = operation({
  id: 'pingWebhook',
  rest: 'POST /store/webhooks/:id/ping',
  scope: 'webhooks:write',
  summary: 'Probar un webhook',
  description: `Le envía un mensaje de tipo ping, una sola vez, aunque esté desactivado. Hasta ${LIMIT.max} por minuto y webhook.`,
  response: { 200: dataOf(Type.Object({ ...Webhook.properties, deliveryId: DeliveryId })) },
  async prepare({ service, store, id }) {
    await requireWithinLimit(service.hits, LIMIT, `${store.id} ${id}`)
  },
  async run({ sql, store, id }) {
    const webhook = await lockWebhook(sql, store.id, id)
    const deliveryId = await enqueuePing(sql, webhook)
    return { data: { ...toWebhook(webhook), deliveryId } }
  },
})

/** Enqueues a test delivery, without retries, even when the webhook is disabled. @returns its id */
export async function enqueuePing(
  tx: Tx,
  { storeId, id }: Pick<WebhookRow, 'storeId' | 'id'>,
): Promise<string> {
  const payload = { webhookId: id }
  const [deliveryId] = await enqueue(tx, [
    { storeId, event: PING, subjectId: null, payload, to: [{ kind: 'webhook', recipient: id }] },
  ])
  return deliveryId!
}
