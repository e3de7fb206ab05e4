import { transaction, type Db, type Tx } from '../../core/database/db.ts'
import type { Loop } from '../../core/jobs/loop.ts'
import { hitCounter, type HitCounter } from '../../core/limits/rate-limit.ts'
import { startDeliveryLoop } from '../../core/outbox/delivery-loop.ts'
import type { Delivery } from '../../core/outbox/delivery.ts'
import { claimBatches, delayRecipient, fail, finish, retryIn } from '../../core/outbox/outbox.ts'
import { retryOrFail } from '../../core/outbox/retry.ts'
import { createHttpClient, type HttpClient } from '../../core/outgoing/outgoing.ts'
import type { Log } from '../../core/process/log.ts'
import { NO_RESPONSE, undelivered } from './errors.ts'
import type { CloudApi, Envelope, SendResult } from './send.ts'

export type Options = {
  sql: Db
  log: Log
  api: CloudApi
  leaseSeconds?: number
  intervalMs?: number
  /** Seconds between two messages of a kind to one recipient: WhatsApp rejects what comes faster (131056). */
  paceSeconds?: number
}

export type Sender = { sql: Db; hits: HitCounter; httpClient: HttpClient; api: CloudApi }

/** Messages of one kind: how they are sent, and what else happens with what they are about. */
type Messages = {
  kind: 'whatsapp' | keyof typeof undelivered
  maxConcurrent: number
  /** Waiting deliveries of one recipient that become one message (1). */
  maxPerMessage?: number
  /** Sends the message of these deliveries. Null where it is not needed any more. */
  send: (sender: Sender, batch: Delivery[], envelope: Envelope) => Promise<SendResult | null>
  onSent?: (tx: Tx, deliveries: Delivery[]) => Promise<void>
  onNotNeeded?: (tx: Tx, deliveries: Delivery[]) => Promise<void>
  onFailed?: (tx: Tx, deliveries: Delivery[], reason: string) => Promise<void>
}

/** Delivers the messages of one kind from the outbox to WhatsApp. */
export function startMessages(
  { sql, log, api, leaseSeconds, intervalMs, paceSeconds = 6 }: Options,
  messages: Messages,
): Loop {
  const { kind, maxConcurrent, maxPerMessage: maxPerBatch = 1, send, onFailed = nothing } = messages
  const httpClient = createHttpClient({ publicOnly: false })
  const sender = { sql, hits: hitCounter(sql), httpClient, api }
  return startDeliveryLoop({
    name: kind,
    sql,
    kind,
    log,
    max: maxConcurrent,
    leaseSeconds,
    intervalMs,
    claim: (max, id) => claimBatches(sql, { id, kind, max, maxPerBatch, paceSeconds, leaseSeconds }),
    deliveriesOf: (batch) => batch,
    async deliver(batch, signal, record) {
      const { recipient: to, batchId } = batch[0]!
      const sent = await send(sender, batch, { to, correlation: batchId!, signal })
      if (paceSeconds > 0) await record(() => delayRecipient(sql, kind, to, paceSeconds))
      await record(() => transaction(sql, (tx) => recordSent(tx, messages, batch, sent)))
    },
    onInternalError: onFailed,
    close: () => httpClient.close(),
  })
}

const nothing = async () => {}

/** Records what became of a message: accepted, to be sent again, or failed for good. */
async function recordSent(tx: Tx, messages: Messages, batch: Delivery[], sent: SendResult | null) {
  const { kind, onSent = nothing, onNotNeeded = nothing, onFailed = nothing } = messages
  if (sent === null) return onNotNeeded(tx, await finish(tx, batch, {}))
  if (sent.outcome === 'accepted') return onSent(tx, await finish(tx, batch, sent))
  if (sent.outcome === 'interrupted') return retryIn(tx, batch, 0, sent)
  if (sent.outcome !== 'rejected') return onFailed(tx, await fail(tx, batch, sent), sent.reason)
  const outcome = kind === 'whatsapp' ? sent : { ...sent, reason: undelivered[kind] }
  if (!sent.isTransient) return onFailed(tx, await fail(tx, batch, outcome), outcome.reason)
  const last = { ...outcome, reason: NO_RESPONSE }
  const failed = await retryOrFail(tx, batch, outcome, { last, retryAfter: sent.wait ?? 0 })
  return onFailed(tx, failed, NO_RESPONSE)
}
