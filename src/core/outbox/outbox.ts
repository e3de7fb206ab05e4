import { isAmong, type Sql, type Tx } from '../database/db.ts'
import { newId } from '../values/id.ts'

export type DeliveryKind = 'whatsapp' | 'webhook' | 'mail'

/** Something to be told, in the same words to each of its recipients. */
type OutboxMessage = {
  storeId: string
  event: string
  /** The order or product that it tells of. */
  subjectId: string | null
  payload: object
  to: Recipient[]
}

type Recipient = {
  kind: DeliveryKind
  /** Whom it goes to: the owner's number, the webhook's id, a mail address. */
  recipient: string
  /** `paused` waits until someone releases it; `waiting` is taken as soon as it is due. */
  state?: 'waiting' | 'paused'
}

/** What has to leave the service, taken by one worker for a while. */
export type Delivery = Omit<OutboxMessage, 'to'> &
  Omit<Recipient, 'state'> & {
    id: string
    /** Deliveries of one message share it, and where they are claimed together the `payload` object too. */
    payloadId: string
    /** Counts this attempt. A worker that lost its lease is told by it: its record is not taken any more. */
    attempts: number
    /** Attempts of earlier rounds, before it was asked for anew. */
    attemptsBefore: number
    /** The deliveries of one message have this in common. */
    batchId: string | null
    createdAt: string
  }

/** What is kept of an attempt. */
export type Outcome = {
  /** HTTP status, when there was an answer. */
  status?: number | null
  /** ms */
  duration?: number | null
  /** Why it failed, for people. */
  reason?: string | null
  /** The provider's id of the message. */
  messageId?: string | null
}

/** How long a worker has for an attempt before another one takes the delivery. */
export const LEASE_SECONDS = 60

/**
 * Writes a delivery for each recipient in the transaction of the change that it tells of: both commit, or neither does.
 * @returns their ids
 */
export async function enqueue(tx: Tx, messages: OutboxMessage[]): Promise<string[]> {
  const addressed = messages.filter(({ to }) => to.length > 0).map((one) => ({ ...one, payloadId: newId() }))
  if (addressed.length === 0) return []
  const payloads = addressed.map(({ storeId, payloadId, payload }) => ({
    store_id: storeId,
    id: payloadId,
    payload,
  }))
  const deliveries = addressed.flatMap(({ storeId, event, subjectId, payloadId, to }) =>
    to.map(({ kind, recipient, state = 'waiting' }) => {
      const of = { store_id: storeId, event, subject_id: subjectId, payload_id: payloadId }
      return { ...of, id: newId(), kind, recipient, state }
    }),
  )
  await tx`
    with payloads as (
      insert into delivery_payloads (store_id, id, payload)
      select store_id, id, payload
      from jsonb_to_recordset(${tx.json(payloads as never)}) as rows (store_id text, id text, payload jsonb)
    )
    insert into deliveries (store_id, id, kind, recipient, event, subject_id, payload_id, state)
    select store_id, id, kind, recipient, event, subject_id, payload_id, state
    from jsonb_to_recordset(${tx.json(deliveries)}) as rows (
      store_id text, id text, kind text, recipient text, event text, subject_id text, payload_id text, state text
    )`
  return deliveries.map(({ id }) => id)
}

type Claimed = Omit<Delivery, 'payload'>

const columns = (sql: Sql) => sql`
  store_id, id, kind, recipient, event, subject_id, payload_id, attempts, attempts_before, batch_id, created_at`

/** These with what they say. */
async function withPayloads(sql: Sql, claimed: Claimed[]): Promise<Delivery[]> {
  if (claimed.length === 0) return []
  const rows = await sql<{ id: string; payload: object }[]>`
    select id, payload
    from delivery_payloads
    where ${isAmong(sql, payloadsOf(claimed))}`
  const payloads = new Map(rows.map(({ id, payload }) => [id, payload]))
  return claimed.map((delivery) => ({ ...delivery, payload: payloads.get(delivery.payloadId)! }))
}

const payloadsOf = (deliveries: Claimed[]) =>
  new Map(deliveries.map(({ payloadId, storeId }) => [payloadId, storeId]))

type Claim = { kind: DeliveryKind; most: number; perRecipient: number; leaseSeconds?: number }

/** Takes at most `most` due deliveries, of each recipient so many that no more than `perRecipient` are under way. */
export async function claim(
  sql: Sql,
  { kind, most, perRecipient, leaseSeconds = LEASE_SECONDS }: Claim,
): Promise<Delivery[]> {
  const claimed = await sql<Claimed[]>`
    select ${columns(sql)}
    from claim_deliveries(${kind}, ${most}, ${perRecipient}, ${leaseSeconds})
    order by created_at, id`
  return withPayloads(sql, claimed)
}

type BatchClaim = {
  kind: DeliveryKind
  most: number
  maxPerBatch: number
  paceSeconds: number
  leaseSeconds?: number
}

/** Takes what is due for at most `most` recipients, as one batch each; a recipient has peace for `paceSeconds` after. */
export async function claimBatches(
  sql: Sql,
  { kind, most, maxPerBatch, paceSeconds, leaseSeconds = LEASE_SECONDS }: BatchClaim,
): Promise<Delivery[][]> {
  const claimed = await sql<Claimed[]>`
    select ${columns(sql)}
    from claim_batches(${kind}, ${most}, ${maxPerBatch}, ${paceSeconds}, ${leaseSeconds})
    order by created_at, id`
  return [...Map.groupBy(await withPayloads(sql, claimed), ({ batchId }) => batchId).values()]
}

/** Nothing for this recipient before so many seconds are over. */
export async function delayRecipient(sql: Sql, kind: DeliveryKind, recipient: string, seconds: number) {
  await sql`
    insert into recipient_pace as pace (kind, recipient, next_at)
    values (${kind}, ${recipient}, clock_timestamp() + make_interval(secs => ${seconds}))
    on conflict (kind, recipient) do update
    set next_at = greatest(pace.next_at, excluded.next_at)`
}

/** Each of these keeps the outcome of an attempt, for the worker that made it, and says which it could keep it of. */
export const finish = (sql: Sql, deliveries: Delivery[], outcome: Outcome) =>
  record(sql, deliveries, 'done', 0, outcome)

export const retryIn = (sql: Sql, deliveries: Delivery[], seconds: number, outcome: Outcome) =>
  record(sql, deliveries, 'waiting', seconds, outcome)

export const fail = (sql: Sql, deliveries: Delivery[], outcome: Outcome) =>
  record(sql, deliveries, 'failed', 0, outcome)

// Held while it was under way, it stays held unless it arrived.
async function record(
  sql: Sql,
  deliveries: Delivery[],
  state: 'done' | 'waiting' | 'failed',
  seconds: number,
  { status = null, duration = null, reason = null, messageId = null }: Outcome,
): Promise<Delivery[]> {
  const rows = await sql<{ id: string }[]>`
    update deliveries
    set
      state = case when deliveries.state = 'paused' and ${state} <> 'done' then 'paused' else ${state} end,
      due_at = clock_timestamp() + make_interval(secs => ${seconds}),
      leased_until = null,
      status = ${status}, duration = ${duration}, reason = ${reason}, message_id = ${messageId},
      finished_at = case when ${state} <> 'waiting' then clock_timestamp() end
    from unnest(
      ${deliveries.map(({ storeId }) => storeId)}::text[],
      ${deliveries.map(({ id }) => id)}::text[],
      ${deliveries.map(({ attempts }) => attempts)}::int[]
    ) as mine (store_id, id, attempts)
    where deliveries.store_id = mine.store_id
    and deliveries.id = mine.id
    and deliveries.attempts = mine.attempts
    and deliveries.state in ('waiting', 'paused')
    returning deliveries.id`
  const kept = new Set(rows.map(({ id }) => id))
  return deliveries.filter(({ id }) => kept.has(id))
}

/** What these said is not to be read any more: they will not be made again, nor anything else that says the same. */
export async function purgePayloads(tx: Tx, deliveries: Delivery[]) {
  await tx`
    delete from delivery_payloads
    where ${isAmong(tx, payloadsOf(deliveries))}`
}

/** The provider says itself that it took these batches, whether or not a worker lived to record it. */
export async function confirmBatches(tx: Tx, batchIds: string[]) {
  if (batchIds.length === 0) return
  await tx`
    update deliveries
    set state = 'done', leased_until = null, finished_at = clock_timestamp()
    where batch_id = any(${batchIds})
    and coalesce(state, '') = 'waiting' -- looked at in its place: not by way of all that waits`
}

/** Somewhat later than `seconds`, so that what failed together does not come back together. */
export const withJitter = (seconds: number) => seconds * (1 + Math.random() / 10)
