import type { Tx } from '../../core/database/db.ts'
import { currentTraceparent } from '../../core/process/current-request.ts'
import type { WebhookEvent } from './webhook.ts'

/** In the transaction of the change: db/functions/events.sql. `data` is the object as its GET returns it. */
export async function announce(
  tx: Tx,
  storeId: string,
  event: WebhookEvent,
  data: { id: string; [field: string]: unknown },
) {
  await tx`select enqueue_event(${storeId}, ${event}, ${data.id}, ${tx.json(data)}, ${currentTraceparent()})`
}

const BATCH_SIZE = 100

export async function announceEach(tx: Tx, storeId: string, event: WebhookEvent, objects: { id: string }[]) {
  for (let from = 0; from < objects.length; from += BATCH_SIZE) {
    const some = objects.slice(from, from + BATCH_SIZE)
    await tx`
      select enqueue_event(${storeId}, ${event}, object ->> 'id', object, ${currentTraceparent()})
      from jsonb_array_elements(${tx.json(some)}) as object`
  }
}
