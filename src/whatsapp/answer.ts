import { transaction, type Db, type Sql, type Tx } from '../core/database/db.ts'
import type { Loop } from '../core/jobs/loop.ts'
import { startDeliveryLoop, type Recorder } from '../core/outbox/delivery-loop.ts'
import type { Delivery } from '../core/outbox/delivery.ts'
import { claimBatches, enqueue, fail } from '../core/outbox/outbox.ts'
import { createHttpClient, type HttpClient } from '../core/outgoing/outgoing.ts'
import type { Log } from '../core/process/log.ts'
import { UNANSWERABLE } from './errors.ts'
import { DAY } from './message.ts'
import { recordOutcome } from './record-outcome.ts'
import { sendSessionMessage, type CloudApi, type SendResult } from './send.ts'
import type { SessionMessage } from './session-message.ts'

/** Enqueues the reply to a person's message, in the transaction of its effect. One about no store has the number in its place. */
export async function answer(
  tx: Tx,
  { phone, storeId }: { phone: string; storeId: string | null },
  message: SessionMessage,
): Promise<void> {
  const to = [{ kind: 'answer' as const, recipient: phone }]
  await enqueue(tx, [
    { storeId: storeId ?? phone, event: 'whatsapp.answer', subjectId: null, payload: message, to },
  ])
}

type Options = { sql: Db; log: Log; api: CloudApi; leaseSeconds?: number | undefined }

const MAX_CONCURRENT = 20

/** Sends replies from the outbox: not paced, to each person one after the other. */
export function startReplies({ sql, log, api, leaseSeconds }: Options): Loop {
  const httpClient = createHttpClient({ publicOnly: false })
  return startDeliveryLoop({
    name: 'answers',
    sql,
    kind: 'answer',
    log,
    max: MAX_CONCURRENT,
    leaseSeconds,
    intervalMs: 250,
    claim: (max, id) =>
      claimBatches(sql, { id, kind: 'answer', max, maxPerBatch: 1, paceSeconds: 0, leaseSeconds }),
    deliveriesOf: (batch) => batch,
    deliver: (batch, signal, record) => sendAnswer({ sql, httpClient, api }, batch[0]!, signal, record),
    close: () => httpClient.close(),
  })
}

type Dependencies = { sql: Db; httpClient: HttpClient; api: CloudApi }

async function sendAnswer(
  { sql, httpClient, api }: Dependencies,
  delivery: Delivery,
  signal: AbortSignal,
  record: Recorder,
) {
  if (!(await mayAnswer(sql, delivery.recipient)))
    return record(() => fail(sql, [delivery], { reason: UNANSWERABLE }))
  const sent = await sendSessionMessage(httpClient, api, {
    to: delivery.recipient,
    content: delivery.payload as SessionMessage,
    correlation: delivery.batchId!,
    signal,
  })
  await record(() => transaction(sql, (tx) => recordOutcome(tx, [delivery], withOwnReason(sent))))
}

/** Whether the person wrote within the last 24 h: later WhatsApp takes templates only (131047). */
async function mayAnswer(sql: Sql, phone: string): Promise<boolean> {
  const [last] = await sql<{ sentAt: string }[]>`
    select sent_at from whatsapp_messages where phone = ${phone} order by n desc limit 1`
  return last !== undefined && Date.parse(last.sentAt) + DAY > Date.now()
}

/** The reasons of the Cloud API's errors are about an owner's notices. */
const withOwnReason = (sent: SendResult): SendResult =>
  'reason' in sent ? { ...sent, reason: UNANSWERABLE } : sent
