import { operation } from '../../core/operations/operation.ts'
import type { Tx } from '../../core/database/db.ts'
import { Deleted } from '../../core/http/schema.ts'
import { purge } from '../../core/outbox/recipient.ts'
import { webhookNotFound } from './find.ts'
import { recipientOf } from './webhook.ts'

export const deleteWebhook = operation({
  id: 'deleteWebhook',
  rest: 'DELETE /store/webhooks/:id',
  scope: 'webhooks:write',
  summary: 'Eliminar un webhook',
  description: 'Se elimina con sus entregas, también las pendientes.',
  response: { 200: Deleted },
  async run({ sql, store, id }) {
    return { data: await removeWebhook(sql, store.id, id) }
  },
})

export async function removeWebhook(tx: Tx, storeId: string, id: string) {
  const { count } = await tx`delete from webhooks where store_id = ${storeId} and id = ${id}`
  if (count === 0) throw webhookNotFound()
  await purge(tx, recipientOf({ storeId, id }))
  return { id, deleted: true as const }
}
