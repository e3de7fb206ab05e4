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
import { phoneOf } from './identities.ts'
import { sendIfAllowed, type Unrequested } from './limits.ts'
import { sendMessage, type CloudApi, type Envelope, type SendResult } from './send.ts'

export type Options = {
  sql: Db
  log: Log
  api: CloudApi
  leaseSeconds?: number
  intervalMs?: number
  /** Seconds between two messages of a kind to one recipient: WhatsApp rejects what comes faster (131056). */
  paceSeconds?: number
}

type Sender = { sql: Db; hits: HitCounter; httpClient: HttpClient; api: CloudApi }

/** What is sent, and what keeps a message that nobody requested from it. */
export type Composed = { content: object; unrequested?: Unrequested }

/** The recipient: a phone, or the id of a person whose phone is not known. */
export type To = { sql: Db; api: CloudApi; to: string }

/** Messages of one kind: what they say, and what else happens with what they are about. */
type Messages = {
  kind: 'whatsapp' | keyof typeof undelivered
  maxConcurrent: number
  /** Waiting deliveries of one recipient that become one message (1). */
  maxPerMessage?: number
  compose: (batch: Delivery[], to: To) => Promise<Composed | SendResult | null>
  onSent?: (tx: Tx, deliveries: Delivery[]) => Promise<void>
  onNotNeeded?: (tx: Tx, deliveries: Delivery[]) => Promise<void>
  onFailed?: (tx: Tx, deliveries: Delivery[], reason: string) => Promise<void>
}

/** Delivers the messages of one kind from the outbox to WhatsApp. */
export function startMessages(
  { sql, log, api, leaseSeconds, intervalMs, paceSeconds = 6 }: Options,
  messages: Messages,
): Loop {
  const { kind, maxConcurrent, maxPerMessage: maxPerBatch = 1, compose, onFailed = nothing } = messages
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
      const { recipient } = batch[0]!
      const to = await phoneOf(sql, recipient)
      const composed = await compose(batch, { sql, api, to })
      const sent = await send(sender, composed, { to, correlation: batch[0]!.batchId!, signal })
      if (paceSeconds > 0) await record(() => delayRecipient(sql, kind, recipient, paceSeconds))
      await record(() => transaction(sql, (tx) => recordSent(tx, messages, batch, sent)))
    },
    onInternalError: onFailed,
    close: () => httpClient.close(),
  })
}

const nothing = async () => {}

async function send(
  sender: Sender,
  composed: Composed | SendResult | null,
  envelope: Envelope,
): Promise<SendResult | null> {
  if (composed === null || 'outcome' in composed) return composed
  const { content, unrequested } = composed
  const post = () => sendMessage(sender.httpClient, sender.api, envelope, content)
  return unrequested ? sendIfAllowed(sender, { ...unrequested, to: envelope.to }, post) : post()
}

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
