import { transaction, type Db, type Sql } from '../core/database/db.ts'
import { startDeliveryLoop, type Recorder } from '../core/outbox/delivery-loop.ts'
import type { Log } from '../core/process/log.ts'
import { hitCounter, type HitCounter } from '../core/limits/rate-limit.ts'
import type { Loop } from '../core/jobs/loop.ts'
import { createHttpClient, type HttpClient } from '../core/outgoing/outgoing.ts'
import { claimBatches, delayRecipient } from '../core/outbox/outbox.ts'
import type { Delivery } from '../core/outbox/delivery.ts'
import { advanceNotification } from '../orders/notification.ts'
import { fromSnapshot } from '../orders/snapshot.ts'
import { MAX_ORDERS, noticeParameters, type Notice } from '../orders/notice.ts'
import { noticeButtons } from './buttons.ts'
import { OWNER_OPTED_OUT } from './errors.ts'
import { ownerCaps, sendWithin } from './limits.ts'
import { unlessOptedOut } from './opt-outs.ts'
import { sendTemplate, type CloudApi, type SendResult } from './send.ts'
import { recordOutcome } from './record-outcome.ts'

type Options = {
  sql: Db
  log: Log
  api: CloudApi
  /** At most one message per number in so many seconds. */
  paceSeconds?: number
  leaseSeconds?: number
  intervalMs?: number
}

const PACE_SECONDS = 6
const MAX_CONCURRENT = 20

/** Notifies owners of new orders, from the outbox. Waiting orders of one number are coalesced into one message. */
export function startNotices({
  sql,
  log,
  api,
  paceSeconds = PACE_SECONDS,
  leaseSeconds,
  intervalMs,
}: Options): Loop {
  const httpClient = createHttpClient({ publicOnly: false })
  const hits = hitCounter(sql)
  return startDeliveryLoop({
    name: 'whatsapp',
    sql,
    kind: 'whatsapp',
    log,
    max: MAX_CONCURRENT,
    leaseSeconds,
    intervalMs,
    claim: (max, id) =>
      claimBatches(sql, { id, kind: 'whatsapp', max, maxPerBatch: MAX_ORDERS, paceSeconds, leaseSeconds }),
    deliveriesOf: (batch) => batch,
    deliver: (batch, signal, record) =>
      notifyOwner({ sql, hits, httpClient, api, paceSeconds }, batch, signal, record),
    onInternalError: (tx, failed, reason) => advanceNotification(tx, ordersOf(failed), 'FAILED', reason),
    close: () => httpClient.close(),
  })
}

type Dependencies = { sql: Db; hits: HitCounter; httpClient: HttpClient; api: CloudApi; paceSeconds: number }

async function notifyOwner(
  { sql, hits, httpClient, api, paceSeconds }: Dependencies,
  batch: Delivery[],
  signal: AbortSignal,
  record: Recorder,
) {
  const { storeId, recipient, batchId } = batch[0]!
  const message = {
    to: recipient,
    template: api.template,
    parameters: noticeParameters(await readNotices(sql, batch)),
    quickReplies: api.buttons ? buttonsOf(batch) : [],
    correlation: batchId!,
    signal,
  }
  const sent = await unlessOptedOut(sql, { to: recipient, reason: OWNER_OPTED_OUT }, async () =>
    sendWithin(hits, await ownerCaps(sql, storeId, recipient), () => sendTemplate(httpClient, api, message)),
  )
  await record(() => delayRecipient(sql, 'whatsapp', recipient, paceSeconds))
  await record(() => transaction(sql, (tx) => recordSent(tx, batch, sent)))
}

const buttonsOf = (batch: Delivery[]): string[] => {
  const { storeId, batchId } = batch[0]!
  const orders = batch.map(({ subjectId }) => subjectId!)
  return noticeButtons(storeId, orders, batchId!).map(({ id }) => id)
}

/** The orders as they were placed, but for what the notice says of its own moment: whether the phone is confirmed. */
async function readNotices(sql: Db, batch: Delivery[]): Promise<Notice[]> {
  const { storeId } = batch[0]!
  const verified = await sql<{ id: string }[]>`
    select id
    from orders
    where store_id = ${storeId} and id = any(${batch.map(({ subjectId }) => subjectId)}::text[]) and phone_verified`
  const ids = new Set(verified.map(({ id }) => id))
  return batch.map(({ payload, subjectId }) => ({
    ...fromSnapshot(payload),
    phoneVerified: ids.has(subjectId!),
  }))
}

async function recordSent(tx: Sql, batch: Delivery[], outcome: SendResult) {
  const { sent, failed } = await recordOutcome(tx, batch, outcome)
  await advanceNotification(tx, ordersOf(sent), 'SENT')
  for (const { deliveries, reason } of failed) {
    await advanceNotification(tx, ordersOf(deliveries), 'FAILED', reason)
  }
}

const ordersOf = (deliveries: Delivery[]) =>
  deliveries.map(({ storeId, subjectId }) => ({ storeId, id: subjectId! }))
