import { Type } from 'typebox'
import { operation } from '../../core/operations/operation.ts'
import type { Sql, Tx } from '../../core/database/db.ts'
import { notFound } from '../../core/errors/errors.ts'
import { dataOf } from '../../core/http/schema.ts'
import { requireWithinLimit } from '../../core/limits/rate-limit.ts'
import { redeliverOne } from '../../core/outbox/recipient.ts'
import { lockWebhook } from './find.ts'
import { DeliveryId, recipientOf, toWebhook, Webhook, type WebhookRow } from './webhook.ts'
import { t } from '../../core/texts/text.ts'

const LIMIT = { name: 'webhookRedelivery', max: 5, seconds: 60 }

export const redeliverWebhookDelivery = operation({
  id: 'redeliverWebhookDelivery',
  rest: 'POST /store/webhooks/logs/:id/redeliver',
  scope: 'webhooks:write',
  summary: 'Repetir una entrega',
  description:
    'La envía otra vez con el mismo webhook-id; si su webhook está desactivado, al activarlo. Hasta ' +
    `${LIMIT.max} por minuto y webhook; para más, usa replay.`,
  response: { 200: dataOf(Type.Object({ ...Webhook.properties, deliveryId: DeliveryId })) },
  async prepare({ sql, service, store, id }) {
    const webhookId = await findWebhookOf(sql, store.id, id)
    await requireWithinLimit(service.hits, LIMIT, `${store.id} ${webhookId}`)
    return webhookId
  },
  async run({ sql, store, id, prepared: webhookId }) {
    const webhook = await lockWebhook(sql, store.id, webhookId)
    await redeliver(sql, webhook, id)
    return { data: { ...toWebhook(webhook), deliveryId: id } }
  },
})

async function findWebhookOf(sql: Sql, storeId: string, deliveryId: string): Promise<string> {
  const [delivery] = await sql<{ recipient: string }[]>`
    select recipient from deliveries where store_id = ${storeId} and id = ${deliveryId} and kind = 'webhook'`
  if (!delivery) throw deliveryNotFound()
  return delivery.recipient
}

const deliveryNotFound = () => notFound(t('La entrega'))

/** Redelivers one delivery under the same id, now or when the webhook is enabled again. @throws 404 */
export async function redeliver(tx: Tx, webhook: WebhookRow, deliveryId: string): Promise<void> {
  const state = webhook.isActive ? 'waiting' : 'paused'
  if (!(await redeliverOne(tx, recipientOf(webhook), deliveryId, state))) throw deliveryNotFound()
}
