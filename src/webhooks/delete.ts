import type { App } from '../core/http/app.ts'
import { transaction, type Sql } from '../core/database/db.ts'
import { Deleted, IdParams } from '../core/http/schema.ts'
import { purge } from '../core/outbox/recipient.ts'
import { webhookNotFound } from './find.ts'

export function deleteWebhookRoute(app: App) {
  app.delete('/store/webhooks/:id', {
    config: { scope: 'webhooks:write' },
    schema: {
      operationId: 'deleteWebhook',
      summary: 'Eliminar un webhook',
      description: 'Se elimina con sus entregas y con lo que esperaba.',
      params: IdParams,
      response: { 200: Deleted },
    },
    async handler({ sql, store, params }) {
      return { data: await deleteWebhook(sql, store.id, params.id) }
    },
  })
}

/** Deletes a webhook with its logs and pending deliveries. @throws 404 */
export function deleteWebhook(sql: Sql, storeId: string, id: string) {
  return transaction(sql, async (tx) => {
    const { count } = await tx`delete from webhooks where store_id = ${storeId} and id = ${id}`
    if (count === 0) throw webhookNotFound()
    await purge(tx, { storeId, kind: 'webhook', recipient: id })
    return { id, deleted: true as const }
  })
}
