import { Type } from '../core/values/json-schema.ts'
import type { FastifyRequest } from 'fastify'
import type { App } from '../core/http/app.ts'
import { transaction, type Sql } from '../core/database/db.ts'
import { notFound } from '../core/errors/errors.ts'
import { dataOf, IdParams } from '../core/http/schema.ts'
import { redeliverOne } from '../core/outbox/recipient.ts'
import { findWebhook, lockWebhook } from './find.ts'
import { limitPerWebhook } from './limit.ts'
import { DeliveryId, toWebhook, Webhook } from './webhook.ts'

const LIMIT = { name: 'webhookRedelivery', max: 5, seconds: 60 }

export function redeliverRoute(app: App) {
  app.post('/store/webhooks/logs/:id/redeliver', {
    config: { scope: 'webhooks:write' },
    schema: {
      operationId: 'redeliverWebhookDelivery',
      summary: 'Repetir una entrega',
      description:
        'La envía otra vez con el mismo webhook-id; si su webhook está desactivado, al activarlo. Hasta ' +
        `${LIMIT.max} por minuto y webhook; para más, usa replay.`,
      params: IdParams,
      response: { 200: dataOf(Type.Object({ ...Webhook.properties, deliveryId: DeliveryId })) },
    },
    preHandler: limitPerWebhook(LIMIT, webhookOfDelivery),
    async handler({ sql, store, params }) {
      const webhookId = await findWebhookOf(sql, store.id, params.id)
      const webhook = await findWebhook(sql, store.id, webhookId)
      await redeliver(sql, store.id, webhookId, params.id)
      return { data: { ...toWebhook(webhook), deliveryId: params.id } }
    },
  })
}

const webhookOfDelivery = ({ sql, store }: FastifyRequest, deliveryId: string) =>
  findWebhookOf(sql, store.id, deliveryId)

/** The id of the webhook that a delivery goes to. @throws 404 */
async function findWebhookOf(sql: Sql, storeId: string, deliveryId: string): Promise<string> {
  const [delivery] = await sql<{ recipient: string }[]>`
    select recipient from deliveries where store_id = ${storeId} and id = ${deliveryId} and kind = 'webhook'`
  if (!delivery) throw deliveryNotFound()
  return delivery.recipient
}

const deliveryNotFound = () => notFound('La entrega')

/** Redelivers one delivery under the same id, now or when the webhook is enabled again. @throws 404 */
export function redeliver(sql: Sql, storeId: string, webhookId: string, deliveryId: string) {
  return transaction(sql, async (tx) => {
    const { isActive } = await lockWebhook(tx, storeId, webhookId)
    const found = await redeliverOne(
      tx,
      { storeId, kind: 'webhook', recipient: webhookId },
      deliveryId,
      isActive ? 'waiting' : 'paused',
    )
    if (!found) throw deliveryNotFound()
    return { id: deliveryId, webhookId }
  })
}
