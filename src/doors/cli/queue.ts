import type { Tx } from '../../core/database/db.ts'
import { ApiError, notFound } from '../../core/errors/errors.ts'
import { DELIVERY_KINDS } from '../../core/outbox/delivery.ts'
import {
  deleteDelivery,
  findDelivery,
  listUndelivered,
  lockDelivery,
  requeue,
} from '../../core/outbox/queue.ts'
import {
  isUndeliveredNotice,
  advanceNotification,
  requeueNotification,
} from '../../features/orders/notification.ts'
import { DROPPED } from '../../features/whatsapp/errors.ts'
import { lockWebhook } from '../../features/webhooks/find.ts'
import { UsageError, type Call, type Command } from './command.ts'
import { t } from '../../core/texts/text.ts'

export const queueCommands: Record<string, Command> = {
  'queue list': {
    flags: '[--kind whatsapp]',
    does: 'Lists deliveries that failed, are paused or are late (whatsapp, customer, answer, webhook, …), newest first',
    async run({ sql, flags }) {
      const kind = flags['kind'] ?? null
      if (kind !== null && !(DELIVERY_KINDS as readonly string[]).includes(kind))
        throw new UsageError(`--kind is "${kind}", but must be one of ${DELIVERY_KINDS.join(', ')}`)
      return {
        ...(await listUndelivered(sql, { kind, limit: MAX_LISTED, others: isUndeliveredNotice(sql) })),
        limit: MAX_LISTED,
        offset: 0,
      }
    },
  },
  'queue retry': {
    flags: '--id ID',
    does: 'Retries a delivery now, and updates the notification state of its order',
    run: retry,
  },
  'queue drop': {
    flags: '--id ID',
    does: 'Discards a delivery permanently',
    run: drop,
  },
}

const MAX_LISTED = 100

/** Makes a delivery due now and restarts its retry schedule. @throws 404, 409 */
function retry({ sql, flags }: Call) {
  return sql.begin(async (tx) => {
    const found = await findDelivery(tx, flags['id']!)
    // Lock order: the webhook before the delivery, as everywhere.
    if (found?.kind === 'webhook' && !(await lockWebhook(tx, found.storeId, found.recipient)).isActive)
      throw notPossible('goes to a webhook that is off: enable that first')
    const delivery = await lockIdle(tx, found)
    const isNotice = delivery.kind === 'whatsapp' && delivery.subjectId !== null
    const order = { storeId: delivery.storeId, id: delivery.subjectId! }
    const reopened = isNotice && (await requeueNotification(tx, order))
    if (delivery.state === 'done' && !reopened) throw notPossible('was delivered')
    if (!delivery.hasPayload) throw notPossible('has no text any more: mails that failed keep none')
    return requeue(tx, delivery)
  })
}

/** Deletes a delivery that is not in flight; a WhatsApp notice is marked as failed on its order. @throws 404, 409 */
function drop({ sql, flags }: Call) {
  return sql.begin(async (tx) => {
    const idle = await lockIdle(tx, await findDelivery(tx, flags['id']!))
    const { isInFlight: _, hasPayload: __, ...delivery } = idle
    if (delivery.state === 'done') throw notPossible('was delivered')
    await deleteDelivery(tx, delivery)
    if (delivery.kind === 'whatsapp' && delivery.subjectId)
      await advanceNotification(
        tx,
        [{ storeId: delivery.storeId, id: delivery.subjectId }],
        'FAILED',
        DROPPED,
      )
    return delivery
  })
}

async function lockIdle(tx: Tx, found: Awaited<ReturnType<typeof findDelivery>>) {
  const delivery = found && (await lockDelivery(tx, found))
  if (!delivery) throw notFound(t('La entrega'))
  if (delivery.isInFlight) throw notPossible('is being delivered just now')
  return delivery
}

const notPossible = (why: string) =>
  new ApiError(409, { error: `The delivery ${why}`, code: 'DELIVERY_REFUSED' })
