import type { Tx } from '../../core/database/db.ts'
import { pause } from '../../core/outbox/recipient.ts'
import { mailOwners } from '../mail/queue.ts'
import { recipientOf, type WebhookRow } from './webhook.ts'

const MAX_FAILING_DAYS = 5

type Target = Pick<WebhookRow, 'storeId' | 'id' | 'url'>

/** Clears `failing_since` after a success. A disabled webhook keeps it: what failed since then is sent when it is enabled again. */
export async function recordSuccess(tx: Tx, { storeId, id }: Target) {
  await tx`update webhooks set failing_since = null where store_id = ${storeId} and id = ${id} and is_active`
}

/** Sets `failing_since` on the first failure, and disables the webhook after MAX_FAILING_DAYS. */
export async function recordFailure(tx: Tx, webhook: Target) {
  const [row] = await tx<{ tooLong: boolean }[]>`
    update webhooks
    set failing_since = coalesce(failing_since, statement_timestamp())
    where store_id = ${webhook.storeId} and id = ${webhook.id}
    returning failing_since <= statement_timestamp() - make_interval(days => ${MAX_FAILING_DAYS}) as too_long`
  if (row?.tooLong) await disableFailing(tx, webhook, 'failing')
}

/** And mails the owners once. Not where its address was changed during the attempt: the former one responded. */
export async function disableFailing(tx: Tx, { storeId, id, url }: Target, reason: 'failing' | 'gone') {
  const { count } = await tx`
    update webhooks
    set
      is_active = false, disabled_reason = ${reason}, failing_since = coalesce(failing_since, statement_timestamp()),
      updated_at = statement_timestamp()
    where store_id = ${storeId} and id = ${id} and is_active and url = ${url}`
  if (count === 0) return
  await pause(tx, recipientOf({ storeId, id }))
  const [store] = await tx<[{ id: string; name: string }]>`select id, name from stores where id = ${storeId}`
  await mailOwners(tx, store, 'webhook.disabled', { reason: reasons[reason], host: new URL(url).host })
}

const reasons = {
  failing: `Lleva ${MAX_FAILING_DAYS} días sin aceptar ninguna entrega`,
  gone: 'Respondió que ya no existe (410)',
}
