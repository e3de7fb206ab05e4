import type { App } from '../core/http/app.ts'
import { dataOf, IdParams } from '../core/http/schema.ts'
import { findWebhook } from './find.ts'
import { toWebhook, Webhook } from './webhook.ts'

export function getWebhookRoute(app: App) {
  app.get('/store/webhooks/:id', {
    config: { scope: 'webhooks:read' },
    schema: {
      operationId: 'getWebhook',
      summary: 'Leer un webhook',
      description: 'El webhook guardado, sin su dirección ni su secreto.',
      params: IdParams,
      response: { 200: dataOf(Webhook) },
    },
    async handler({ sql, store, params }) {
      return { data: toWebhook(await findWebhook(sql, store.id, params.id)) }
    },
  })
}
