import type { Tx } from '../core/db.ts'
import { enqueue } from '../core/outbox.ts'
import type { WebhookEvent } from './webhook.ts'

/**
 * Tells the store's webhooks of a change, in its own transaction. `data` is the object as its GET shows it. A webhook
 * that was disabled for failing keeps what it misses until it is enabled again; one that its owner switched off gets
 * nothing.
 */
export async function announce(
  tx: Tx,
  storeId: string,
  event: WebhookEvent,
  subjectId: string,
  data: object,
) {
  const webhooks = await tx<{ id: string; isActive: boolean }[]>`
    select id, is_active
    from webhooks
    where store_id = ${storeId}
    and ${event} = any(events)
    and (is_active or disabled_reason is not null)`
  await enqueue(
    tx,
    webhooks.map(({ id, isActive }) => {
      const state = isActive ? ('waiting' as const) : ('held' as const)
      return { storeId, kind: 'webhook', recipient: id, event, subjectId, payload: data, state }
    }),
  )
}
