import { hasIdAmong, transaction, type Sql, type Tx } from '../database/db.ts'
import { countAttempts } from './delivery-metrics.ts'
import { currentTraceparent } from '../process/current-request.ts'
import type { Delivery, Outcome, OutboxMessage, DeliveryKind } from './delivery.ts'
import { newId } from '../values/id.ts'
import { wakeRecipients, type Woken } from './wake.ts'

/** How long a claim lasts before another worker may claim the delivery. */
export const LEASE_SECONDS = 60

/**
 * Writes a delivery per recipient, in the transaction of the change: both commit, or neither does.
 * @returns their ids
 */
export async function enqueue(tx: Tx, messages: OutboxMessage[]): Promise<string[]> {
  const addressed = messages.filter(({ to }) => to.length > 0).map((one) => ({ ...one, payloadId: newId() }))
  if (addressed.length === 0) return []
  const traceparent = currentTraceparent()
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
      insert into delivery_payloads (store_id, id, payload, traceparent)
      select store_id, id, payload, ${traceparent}
      from jsonb_to_recordset(${tx.json(payloads)}) as rows (store_id text, id text, payload jsonb)
    )
    insert into deliveries (store_id, id, kind, recipient, event, subject_id, payload_id, state)
    select store_id, id, kind, recipient, event, subject_id, payload_id, state
    from jsonb_to_recordset(${tx.json(deliveries)}) as rows (
      store_id text, id text, kind text, recipient text, event text, subject_id text, payload_id text, state text
    )`
  await wakeRecipients(
    tx,
    deliveries.filter(({ state }) => state === 'waiting'),
  )
  return deliveries.map(({ id }) => id)
}

type Message = Pick<Delivery, 'payload' | 'traceparent'>
type Claimed = Omit<Delivery, keyof Message>

const columns = (sql: Sql) => sql`
  store_id, id, kind, recipient, event, subject_id, payload_id, attempts, attempts_before, batch_id, created_at`

async function withPayloads(sql: Sql, claimed: Claimed[]): Promise<Delivery[]> {
  if (claimed.length === 0) return []
  const rows = await sql<(Message & { id: string })[]>`
    select id, payload, traceparent
    from delivery_payloads
    where ${hasIdAmong(sql, payloadsOf(claimed))}`
  const messages = new Map(rows.map(({ id, payload, traceparent }) => [id, { payload, traceparent }]))
  return claimed.map((delivery) => ({ ...delivery, ...messages.get(delivery.payloadId)! }))
}

const payloadsOf = (deliveries: Claimed[]) =>
  new Map(deliveries.map(({ payloadId, storeId }) => [payloadId, storeId]))

type Claim = { id?: string; kind: DeliveryKind; max: number; perRecipient: number; leaseSeconds?: number }

/** Claims at most `max` due deliveries, with at most `perRecipient` in flight per recipient. */
export async function claim(
  sql: Sql,
  { id = newId(), kind, max, perRecipient, leaseSeconds = LEASE_SECONDS }: Claim,
): Promise<Delivery[]> {
  const claimed = await sql<Claimed[]>`
    select ${columns(sql)}
    from claim_due(${id}, ${kind}, ${max}, ${perRecipient}, ${leaseSeconds})
    order by created_at, id`
  return withPayloads(sql, claimed)
}

type BatchClaim = {
  id?: string
  kind: DeliveryKind
  max: number
  maxPerBatch: number
  paceSeconds: number
  leaseSeconds?: number
}

/** Claims what is due for at most `max` recipients, one batch each; a recipient's next batch waits `paceSeconds`. */
export async function claimBatches(
  sql: Sql,
  { id = newId(), kind, max, maxPerBatch, paceSeconds, leaseSeconds = LEASE_SECONDS }: BatchClaim,
): Promise<Delivery[][]> {
  const claimed = await sql<Claimed[]>`
    select ${columns(sql)}
    from claim_due_batches(${id}, ${kind}, ${max}, ${maxPerBatch}, ${paceSeconds}, ${leaseSeconds})
    order by created_at, id`
  return [...Map.groupBy(await withPayloads(sql, claimed), ({ batchId }) => batchId).values()]
}

/**
 * Undoes a claim whose response was lost, in case it was committed: its deliveries are due again, and the attempt is not
 * counted. Only for claims of which no delivery was started.
 */
export async function undoClaim(sql: Sql, kind: DeliveryKind, id: string) {
  await transaction(sql, async (tx) => {
    const undone = await tx<Woken[]>`
      update deliveries
      set attempts = attempts - 1, leased_until = null, claimed_by = null, due_at = least(due_at, statement_timestamp())
      where kind = ${kind} and state = 'waiting' and leased_until is not null
      and split_part(claimed_by, '.', 1) = ${id} -- a batch has its number in the claim behind it
      returning kind, recipient`
    await wakeRecipients(tx, undone)
  })
}

export async function delayRecipient(sql: Sql, kind: DeliveryKind, recipient: string, seconds: number) {
  await sql`
    insert into recipient_pace as pace (kind, recipient, next_at)
    values (${kind}, ${recipient}, statement_timestamp() + make_interval(secs => ${seconds}))
    on conflict (kind, recipient) do update
    set next_at = greatest(pace.next_at, excluded.next_at)`
}

export type Attempted = { delivery: Delivery; outcome: Outcome }

/** Records success. Like `retryIn` and `fail`, skips deliveries whose lease was lost, and returns the recorded ones. */
export const finish = (sql: Sql, deliveries: Delivery[], outcome: Outcome) =>
  finishAll(sql, withOutcome(deliveries, outcome))

export const finishAll = (sql: Sql, attempts: Attempted[]) => record(sql, attempts, 'done')

export const retryIn = (sql: Sql, deliveries: Delivery[], seconds: number, outcome: Outcome) =>
  record(sql, withOutcome(deliveries, outcome), 'waiting', seconds)

export const fail = (sql: Sql, deliveries: Delivery[], outcome: Outcome) =>
  record(sql, withOutcome(deliveries, outcome), 'failed')

const withOutcome = (deliveries: Delivery[], outcome: Outcome): Attempted[] =>
  deliveries.map((delivery) => ({ delivery, outcome }))

// A delivery that was paused during the attempt stays paused, unless it succeeded.
function record(
  sql: Sql,
  attempts: Attempted[],
  state: 'done' | 'waiting' | 'failed',
  seconds = 0,
): Promise<Delivery[]> {
  return transaction(sql, async (tx) => {
    const ids = await recordOutcomes(tx, attempts, state, seconds)
    const recorded = attempts.map(({ delivery }) => delivery).filter(({ id }) => ids.has(id))
    await wakeRecipients(tx, recorded)
    return countAttempts(recorded, state)
  })
}

async function recordOutcomes(
  tx: Tx,
  attempts: Attempted[],
  state: 'done' | 'waiting' | 'failed',
  seconds: number,
): Promise<Set<string>> {
  const deliveries = attempts.map(({ delivery }) => delivery)
  const outcomes = attempts.map(({ outcome }) => outcome)
  const rows = await tx<{ id: string }[]>`
    update deliveries
    set
      state = case when deliveries.state = 'paused' and ${state} <> 'done' then 'paused' else ${state} end,
      due_at = statement_timestamp() + make_interval(secs => ${seconds}),
      leased_until = null, batch_id = mine.batch_id,
      status = mine.status, duration = mine.duration, reason = mine.reason, message_id = mine.message_id,
      answer = mine.answer,
      finished_at = ${state === 'waiting' ? null : tx`statement_timestamp()`}
    from unnest(
      ${deliveries.map(({ storeId }) => storeId)}::text[],
      ${deliveries.map(({ id }) => id)}::text[],
      ${deliveries.map((delivery) => delivery.attempts)}::int[],
      ${deliveries.map(({ batchId }) => batchId)}::text[],
      ${outcomes.map(({ status = null }) => status)}::int[],
      ${outcomes.map(({ duration = null }) => duration)}::int[],
      ${outcomes.map(({ reason = null }) => reason)}::text[],
      ${outcomes.map(({ messageId = null }) => messageId)}::text[],
      ${outcomes.map(({ responseBody = null }) => responseBody)}::text[]
    ) as mine (store_id, id, attempts, batch_id, status, duration, reason, message_id, answer)
    where deliveries.store_id = mine.store_id
    and deliveries.id = mine.id
    and deliveries.attempts = mine.attempts
    and deliveries.state in ('waiting', 'paused')
    returning deliveries.id`
  return new Set(rows.map(({ id }) => id))
}

/** Deletes the payloads of deliveries that will not be retried, with every delivery that shares them. */
export async function purgePayloads(tx: Tx, deliveries: Delivery[]) {
  await tx`
    delete from delivery_payloads
    where ${hasIdAmong(tx, payloadsOf(deliveries))}`
}

/** Writes down which deliveries are in these batches, as far as the worker has not recorded them: callbacks look for `batch_id`. */
export async function recordBatches(tx: Tx, batchIds: string[]) {
  if (batchIds.length === 0) return
  const unrecorded = await tx<(Woken & { batchId: string })[]>`
    select kind, recipient, batch_id
    from recipient_pace
    where batch_id = any(${batchIds})
    and not exists (select from deliveries where deliveries.batch_id = recipient_pace.batch_id)`
  for (const { kind, recipient, batchId } of unrecorded)
    await tx`
      update deliveries
      set batch_id = ${batchId}
      where kind = ${kind} and recipient = ${recipient} and state = 'waiting' and claimed_by = ${batchId}`
}

/** Marks batches as done on the provider's callback, even if the worker died before it recorded them. */
export async function confirmBatches(tx: Tx, batchIds: string[]) {
  if (batchIds.length === 0) return
  const confirmed = await tx<Woken[]>`
    update deliveries
    set state = 'done', leased_until = null, finished_at = statement_timestamp()
    where batch_id = any(${batchIds}) and finished_at is null
    returning kind, recipient`
  await wakeRecipients(tx, confirmed)
}

/** Messages that were sent: by the provider's ids, or by the batches where a worker died before it recorded those. */
type Sent = { messageIds: string[]; batchIds: string[] }

/** Marks messages as failed on the provider's callback, which may arrive before the worker has recorded that they were accepted. */
export async function failAccepted(
  tx: Tx,
  kind: DeliveryKind,
  { messageIds, batchIds }: Sent,
  reason: string,
) {
  const failed = await tx<Woken[]>`
    update deliveries
    set
      state = 'failed', reason = ${reason}, leased_until = null,
      finished_at = coalesce(finished_at, statement_timestamp())
    where kind = ${kind}
    and (message_id = any(${messageIds}) or batch_id = any(${batchIds}))
    and state in ('waiting', 'done')
    returning kind, recipient`
  await wakeRecipients(tx, failed)
}
