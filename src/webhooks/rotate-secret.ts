import type { Sql } from '../core/database/db.ts'
import { webhookNotFound } from './find.ts'
import { newWebhookSecret } from './secret.ts'

/** Rotates the secret and returns the new one, which is not shown again; the previous one also signs for 24 hours. @throws 404 */
export async function rotateSecret(sql: Sql, storeId: string, id: string) {
  const secret = newWebhookSecret()
  const [webhook] = await sql<{ previousSecretUntil: string }[]>`
    update webhooks
    set
      secret = ${secret}, previous_secret = secret, previous_secret_until = clock_timestamp() + interval '24 hours',
      updated_at = clock_timestamp()
    where store_id = ${storeId} and id = ${id}
    returning previous_secret_until`
  if (!webhook) throw webhookNotFound()
  return { id, secret, previousSecretUntil: webhook.previousSecretUntil }
}
