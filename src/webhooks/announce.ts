import type { Tx } from '../core/database/db.ts'
import { enqueue } from '../core/outbox/outbox.ts'
import type { WebhookEvent } from './webhook.ts'

/**
 * Enqueues an event for the store's webhooks, in the transaction of the change. `data` is the object as its GET returns it. For a
 * webhook that was disabled for failing, deliveries are paused until it is enabled again; one that its owner switched off
 * gets none.
 */
export async function announce(
  tx: Tx,
  storeId: string,
  event: WebhookEvent,
  subjectId: string,
  data: object,
) {
  const to = await findListeners(tx, storeId, event)
  await enqueue(tx, [{ storeId, event, subjectId, payload: data, to }])
}

const AT_ONCE = 100

/** The same for many objects that one change has updated. */
export async function announceEach(tx: Tx, storeId: string, event: WebhookEvent, objects: { id: string }[]) {
  const to = await findListeners(tx, storeId, event)
  for (let from = 0; from < objects.length; from += AT_ONCE) {
    const some = objects.slice(from, from + AT_ONCE)
    await enqueue(
      tx,
      some.map((object) => ({ storeId, event, subjectId: object.id, payload: object, to })),
    )
  }
}

async function findListeners(tx: Tx, storeId: string, event: WebhookEvent) {
  const webhooks = await tx<{ id: string; isActive: boolean }[]>`
    select id, is_active
    from webhooks
    where store_id = ${storeId}
    and ${event} = any(events)
    and (is_active or disabled_reason is not null)`
  return webhooks.map(({ id, isActive }) => {
    const state = isActive ? ('waiting' as const) : ('paused' as const)
    return { kind: 'webhook' as const, recipient: id, state }
  })
}
