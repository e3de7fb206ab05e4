import { operation } from '../../core/operations/operation.ts'
import { dataOf } from '../../core/http/schema.ts'
import { findWebhook } from './find.ts'
import { toWebhook, Webhook } from './webhook.ts'

export const getWebhook = operation({
  id: 'getWebhook',
  rest: 'GET /store/webhooks/:id',
  scope: 'webhooks:read',
  summary: 'Leer un webhook',
  description: 'El webhook guardado, sin su dirección ni su secreto.',
  response: { 200: dataOf(Webhook) },
  async run({ sql, store, id }) {
    return { data: toWebhook(await findWebhook(sql, store.id, id)) }
  },
})
