import { Type } from '../core/values/json-schema.ts'
import type { App } from '../core/http/app.ts'
import { transaction, type Sql } from '../core/database/db.ts'
import { dataOf, IdParams } from '../core/http/schema.ts'
import { enqueue } from '../core/outbox/outbox.ts'
import { findWebhook, lockWebhook } from './find.ts'
import { limitPerWebhook } from './limit.ts'
import { DeliveryId, toWebhook, Webhook } from './webhook.ts'

/** The event of a test delivery; every webhook can get it. */
export const PING = 'ping'

const LIMIT = { name: 'webhookPing', max: 5, seconds: 60 }

export function pingWebhookRoute(app: App) {
  app.post('/store/webhooks/:id/ping', {
    config: { scope: 'webhooks:write' },
    schema: {
      operationId: 'pingWebhook',
      summary: 'Probar un webhook',
      description: `Le envía un mensaje de tipo ping, una sola vez, aunque esté desactivado. Hasta ${LIMIT.max} por minuto y webhook.`,
      params: IdParams,
      response: { 200: dataOf(Type.Object({ ...Webhook.properties, deliveryId: DeliveryId })) },
    },
    preHandler: limitPerWebhook(LIMIT),
    async handler({ sql, store, params }) {
      const webhook = await findWebhook(sql, store.id, params.id)
      const { id: deliveryId } = await pingWebhook(sql, store.id, params.id)
      return { data: { ...toWebhook(webhook), deliveryId } }
    },
  })
}

/** Enqueues a test delivery, without retries, even when the webhook is disabled. @returns the delivery's id @throws 404 */
export function pingWebhook(sql: Sql, storeId: string, id: string) {
  return transaction(sql, async (tx) => {
    await lockWebhook(tx, storeId, id)
    const payload = { webhookId: id }
    const [deliveryId] = await enqueue(tx, [
      { storeId, event: PING, subjectId: null, payload, to: [{ kind: 'webhook', recipient: id }] },
    ])
    return { id: deliveryId!, webhookId: id }
  })
}
