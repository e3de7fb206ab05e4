import type { KeyObject } from 'node:crypto'
import { hasIdAmong, type Db, type Tx } from '../../core/database/db.ts'
import { startDeliveryLoop, type Recorder } from '../../core/outbox/delivery-loop.ts'
import { concurrencyLimiter } from '../../core/concurrency/concurrency-limiter.ts'
import type { Log } from '../../core/process/log.ts'
import type { Loop } from '../../core/jobs/loop.ts'
import { createHttpClient, NoReply, retryAfter, type HttpClient } from '../../core/outgoing/outgoing.ts'
import { batchedAcknowledgement } from '../../core/outbox/acknowledge.ts'
import { claim, fail, finish, retryIn } from '../../core/outbox/outbox.ts'
import type { Delivery } from '../../core/outbox/delivery.ts'
import { childOf } from '../../core/process/trace.ts'
import { retryOrFail } from '../../core/outbox/retry.ts'
import { pause, purge } from '../../core/outbox/recipient.ts'
import { bodyOf } from './message.ts'
import { PING } from './ping.ts'
import { signatureOf, signingKey } from './secret.ts'
import { disableFailing, recordFailure, recordSuccess } from './failures.ts'
import type { WebhookRow } from './webhook.ts'

type Options = { sql: Db; log: Log; allowPrivateDestinations: boolean; leaseSeconds?: number }

const MAX_CONCURRENT = 1000
const MAX_PER_WEBHOOK = 10
/** Limits the requests that start at the same time: with a thousand of them each costs 1.5 times as much. */
const MAX_SLOTS = 64
const SLOT_MS = 3

export function startWebhooks({ sql, log, allowPrivateDestinations, leaseSeconds }: Options): Loop {
  const httpClient = createHttpClient({ publicOnly: !allowPrivateDestinations })
  const dependencies = {
    sql,
    httpClient,
    withSlot: concurrencyLimiter(MAX_SLOTS, SLOT_MS),
    acknowledge: batchedAcknowledgement(sql),
  }
  return startDeliveryLoop({
    name: 'webhooks',
    sql,
    kind: 'webhook',
    log,
    max: MAX_CONCURRENT,
    leaseSeconds,
    claim: (max, id) => claimWithWebhooks(sql, { id, max, leaseSeconds }),
    deliveriesOf: ({ delivery }) => [delivery],
    deliver: (claimed, signal, record) => deliverWebhook(dependencies, claimed, signal, record),
    close: () => httpClient.close(),
  })
}

type TargetRow = Pick<
  WebhookRow,
  'storeId' | 'id' | 'url' | 'secret' | 'previousSecret' | 'previousSecretUntil' | 'isActive' | 'failingSince'
>
type Target = TargetRow & { keys: KeyObject[] }
type Claimed = { delivery: Delivery; webhook: Target | undefined }

type ClaimOptions = { id: string; max: number; leaseSeconds: number | undefined }

async function claimWithWebhooks(sql: Db, options: ClaimOptions): Promise<Claimed[]> {
  const deliveries = await claim(sql, { kind: 'webhook', perRecipient: MAX_PER_WEBHOOK, ...options })
  if (deliveries.length === 0) return []
  const stores = new Map(deliveries.map(({ recipient, storeId }) => [recipient, storeId]))
  const webhooks = await sql<TargetRow[]>`
    select store_id, id, url, secret, previous_secret, previous_secret_until, is_active, failing_since
    from webhooks
    where ${hasIdAmong(sql, stores)}`
  const byId = new Map(webhooks.map((webhook) => [webhook.id, { ...webhook, keys: keysOf(webhook) }]))
  return deliveries.map((delivery) => ({ delivery, webhook: byId.get(delivery.recipient) }))
}

function keysOf({ secret, previousSecret, previousSecretUntil }: TargetRow): KeyObject[] {
  const previousIsValid = previousSecret !== null && Date.parse(previousSecretUntil ?? '') > Date.now()
  return (previousIsValid ? [secret, previousSecret] : [secret]).map(signingKey)
}

type Dependencies = {
  sql: Db
  httpClient: HttpClient
  withSlot: ReturnType<typeof concurrencyLimiter>
  acknowledge: ReturnType<typeof batchedAcknowledgement>
}

async function deliverWebhook(
  { sql, httpClient, withSlot, acknowledge }: Dependencies,
  { delivery, webhook }: Claimed,
  signal: AbortSignal,
  record: Recorder,
) {
  if (!webhook) return purge(sql, delivery) // deleted since the event
  if (!webhook.isActive && delivery.event !== PING) return pause(sql, delivery) // disabled since

  const outcome = await withSlot(() => post(httpClient, webhook, delivery, signal))
  if (isSuccess(outcome.status) && webhook.failingSince === null) {
    return record(() => acknowledge(delivery, outcome))
  }
  await record(() => sql.begin((tx) => recordOutcome(tx, webhook, delivery, outcome)))
}

type Outcome = {
  status: number | null
  duration: number
  /** Why it failed: there was no response, or it was not a 2xx. */
  reason: string | null
  retryAfterSeconds: number | null
  responseBody: string | null
}

async function post(
  httpClient: HttpClient,
  webhook: Target,
  delivery: Delivery,
  signal: AbortSignal,
): Promise<Outcome> {
  const body = bodyOf(delivery)
  const seconds = Math.floor(Date.now() / 1000)
  try {
    const reply = await httpClient.post({
      url: webhook.url,
      headers: {
        'content-type': 'application/json',
        'user-agent': 'Vitrina-Webhooks/1.0',
        'webhook-id': delivery.id,
        'webhook-timestamp': String(seconds),
        'webhook-signature': signatureOf(webhook.keys, delivery.id, seconds, body),
        traceparent: childOf(delivery.traceparent),
      },
      body,
      signal,
    })
    const { status, duration } = reply
    const reason = isSuccess(status) ? null : 'status'
    const responseBody = truncateBody(reply.body)
    return { status, duration, reason, retryAfterSeconds: retryAfter(reply), responseBody }
  } catch (error) {
    if (!(error instanceof NoReply)) throw error
    return {
      status: null,
      duration: error.duration,
      reason: error.why,
      retryAfterSeconds: null,
      responseBody: null,
    }
  }
}

// Short enough that most acknowledgements are heap-only updates: the row with its response fits into its page.
const MAX_RESPONSE = 500

const truncateBody = (body: string): string | null =>
  body.slice(0, MAX_RESPONSE).replaceAll('\0', '').toWellFormed() || null

const isSuccess = (status: number | null) => status !== null && status >= 200 && status < 300

// Lock order: the webhook before the delivery, as everywhere.
async function recordOutcome(tx: Tx, webhook: Target, delivery: Delivery, outcome: Outcome) {
  const { status, reason, retryAfterSeconds } = outcome
  if (reason === 'interrupted') return retryIn(tx, [delivery], 0, outcome)
  if (isSuccess(status)) {
    await recordSuccess(tx, webhook)
    return finish(tx, [delivery], outcome)
  }
  if (delivery.event === PING) return fail(tx, [delivery], outcome)
  await (status === 410 ? disableFailing(tx, webhook, 'gone') : recordFailure(tx, webhook))
  return retryOrFail(tx, [delivery], outcome, { retryAfter: retryAfterSeconds ?? 0 })
}
