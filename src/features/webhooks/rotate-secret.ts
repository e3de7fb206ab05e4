import { operation } from '../../core/operations/operation.ts'
import type { Tx } from '../../core/database/db.ts'
import { Body, dataOf } from '../../core/http/schema.ts'
import { lockWebhook } from './find.ts'
import { checkSecret } from './secret.ts'
import { Secret, toWebhook, Webhook, webhookColumns, type WebhookRow } from './webhook.ts'

export const rotateWebhookSecret = operation({
  id: 'rotateWebhookSecret',
  rest: 'POST /store/webhooks/:id/rotate-secret',
  scope: 'webhooks:write',
  summary: 'Cambiar el secreto de un webhook',
  description: 'Durante 24 horas cada envío lleva dos firmas, con el secreto nuevo y con el anterior.',
  body: Body({ secret: Secret }),
  response: { 200: dataOf(Webhook) },
  async run({ sql, store, id, body }) {
    checkSecret(body.secret)
    const webhook = await lockWebhook(sql, store.id, id)
    return { data: toWebhook(await rotateSecret(sql, webhook, body.secret)) }
  },
})

/** Rotates the secret; the previous one also signs for 24 hours. Sending the present secret has no effect. */
export async function rotateSecret(tx: Tx, stored: WebhookRow, secret: string): Promise<WebhookRow> {
  if (stored.secret === secret) return stored
  const [webhook] = await tx<[WebhookRow]>`
    update webhooks
    set
      secret = ${secret}, previous_secret = secret, previous_secret_until = statement_timestamp() + interval '24 hours',
      updated_at = statement_timestamp()
    where store_id = ${stored.storeId} and id = ${stored.id}
    returning ${webhookColumns(tx)}`
  return webhook
}
