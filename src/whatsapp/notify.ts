import { transaction, type Db, type Sql } from '../core/database/db.ts'
import { startDeliveryLoop } from '../core/outbox/delivery-loop.ts'
import type { Log } from '../core/process/log.ts'
import type { Loop } from '../core/jobs/loop.ts'
import { createOutbound, type Outbound } from '../core/outgoing/outgoing.ts'
import { claimBatches, fail, finish, delayRecipient, retryIn, type Delivery } from '../core/outbox/outbox.ts'
import type { Recorder } from '../core/outbox/recorder.ts'
import { nextRetry } from '../core/outbox/retry.ts'
import { moveNotification } from '../orders/notification.ts'
import { fromSnapshot } from '../orders/snapshot.ts'
import { MAX_ORDERS, noticeParameters } from '../orders/notice.ts'
import { UNANSWERED } from './refusals.ts'
import { sendTemplate, type CloudApi, type Sent } from './send.ts'

type Options = {
  sql: Db
  log: Log
  api: CloudApi
  /** At most one message per number in so many seconds. */
  paceSeconds?: number
  leaseSeconds?: number
}

const PACE_SECONDS = 6
const MAX_CONCURRENT = 20

/** Notifies owners of new orders, from the outbox. Waiting orders of one number are coalesced into one message. */
export function startNotices({ sql, log, api, paceSeconds = PACE_SECONDS, leaseSeconds }: Options): Loop {
  const outbound = createOutbound({ guarded: false })
  const loop = startDeliveryLoop({
    name: 'whatsapp',
    sql,
    kind: 'whatsapp',
    log,
    max: MAX_CONCURRENT,
    leaseSeconds,
    claim: (max, id) =>
      claimBatches(sql, { id, kind: 'whatsapp', max, maxPerBatch: MAX_ORDERS, paceSeconds, leaseSeconds }),
    deliver: (batch, signal, record) =>
      notifyOwner({ sql, outbound, api, paceSeconds }, batch, signal, record),
  })
  return {
    nudge: loop.nudge,
    async stop() {
      await loop.stop()
      outbound.close()
    },
  }
}

type Dependencies = { sql: Db; outbound: Outbound; api: CloudApi; paceSeconds: number }

async function notifyOwner(
  { sql, outbound, api, paceSeconds }: Dependencies,
  batch: Delivery[],
  signal: AbortSignal,
  record: Recorder,
) {
  const { recipient, batchId } = batch[0]!
  const sent = await sendTemplate(outbound, api, {
    to: recipient,
    parameters: noticeParameters(batch.map(({ payload }) => fromSnapshot(payload))),
    correlation: batchId!,
    signal,
  })
  await record(() => delayRecipient(sql, 'whatsapp', recipient, paceSeconds))
  await record(() => transaction(sql, (tx) => write(tx, batch, sent)))
}

async function write(tx: Sql, batch: Delivery[], sent: Sent) {
  const outcome = { ...sent, reason: 'reason' in sent ? sent.reason : null }
  if (sent.outcome === 'interrupted') return retryIn(tx, batch, 0, outcome)
  if (sent.outcome === 'accepted') {
    return moveNotification(tx, ordersOf(await finish(tx, batch, outcome)), 'SENT')
  }
  if (sent.outcome === 'refused' && !sent.passing) {
    return moveNotification(tx, ordersOf(await fail(tx, batch, outcome)), 'FAILED', sent.reason)
  }
  // Deliveries of one batch can be at different attempts: each follows its own place in the schedule.
  for (const deliveries of Map.groupBy(batch, ({ attempts }) => attempts).values()) {
    const wait = nextRetry(deliveries[0]!, 'wait' in sent ? (sent.wait ?? 0) : 0)
    if (wait !== null) await retryIn(tx, deliveries, wait, outcome)
    else {
      const failed = await fail(tx, deliveries, { ...outcome, reason: UNANSWERED })
      await moveNotification(tx, ordersOf(failed), 'FAILED', UNANSWERED)
    }
  }
}

const ordersOf = (deliveries: Delivery[]) =>
  deliveries.map(({ storeId, subjectId }) => ({ storeId, id: subjectId! }))
