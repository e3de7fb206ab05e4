import type { Tx } from '../core/database/db.ts'
import { enqueue } from '../core/outbox/outbox.ts'
import type { WebhookEvent } from './webhook.ts'

/**
 * Enqueues an event for the store's webhooks, in the transaction of the change. `data` is the object as its GET returns it.
 */
export async function announce(
  tx: Tx,
  storeId: string,
  event: WebhookEvent,
  subjectId: string,
  data: object,
) {
  const to = await findTargets(tx, storeId, event)
  await enqueue(tx, [{ storeId, event, subjectId, payload: data, to }])
}

const BATCH_SIZE = 100

/** Enqueues an event for each of many objects, with one lookup of the store's webhooks. */
export async function announceEach(tx: Tx, storeId: string, event: WebhookEvent, objects: { id: string }[]) {
  const to = await findTargets(tx, storeId, event)
  for (let from = 0; from < objects.length; from += BATCH_SIZE) {
    const some = objects.slice(from, from + BATCH_SIZE)
    await enqueue(
      tx,
      some.map((object) => ({ storeId, event, subjectId: object.id, payload: object, to })),
    )
  }
}

async function findTargets(tx: Tx, storeId: string, event: WebhookEvent) {
  const targets = await tx<{ recipient: string; state: 'waiting' | 'paused' }[]>`
    select recipient, state
    from webhook_targets
    where store_id = ${storeId} and (events is null or ${event} = any(events))`
  return targets.map((target) => ({ ...target, kind: 'webhook' as const }))
}
