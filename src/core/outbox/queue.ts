import type { Sql, Tx } from '../database/db.ts'
import type { DeliveryKind } from './delivery.ts'
import { wakeRecipients } from './wake.ts'

type QueuedDelivery = {
  id: string
  storeId: string
  kind: DeliveryKind
  event: string
  subjectId: string | null
  recipient: string
  state: 'waiting' | 'done' | 'failed' | 'paused'
  attempts: number
  /** HTTP or SMTP status of the last attempt. */
  status: number | null
  reason: string | null
  createdAt: string
  dueAt: string
}

const columns = (sql: Sql) => sql`
  id, store_id, kind, event, subject_id, recipient, state, attempts, status, reason, created_at, due_at`

/** The condition for deliveries that wait for a retry, or have been due for a minute; those in flight are left out. */
const isLate = (sql: Sql) => sql`
  state = 'waiting'
  and (attempts > 0 or due_at < statement_timestamp() - interval '1 minute')
  and (leased_until is null or leased_until <= statement_timestamp())`

/** Failed, paused and late deliveries and those that match `others`, the newest first; `total` counts all pages. */
export async function listUndelivered(
  sql: Sql,
  { kind, limit, others }: { kind: string | null; limit: number; others: ReturnType<Sql> },
): Promise<{ data: QueuedDelivery[]; total: number }> {
  const undelivered = sql`
    kind = coalesce(${kind}, kind) and (state in ('failed', 'paused') or ${isLate(sql)} or ${others})`
  const data = await sql<QueuedDelivery[]>`
    select ${columns(sql)}
    from deliveries
    where ${undelivered}
    order by created_at desc, id desc
    limit ${limit}`
  const [{ total }] = await sql<
    [{ total: number }]
  >`select count(*) as total from deliveries where ${undelivered}`
  return { data: [...data], total }
}

export async function findDelivery(sql: Sql, id: string): Promise<QueuedDelivery | undefined> {
  const [delivery] = await sql<QueuedDelivery[]>`select ${columns(sql)} from deliveries where id = ${id}`
  return delivery
}

/** Locks a delivery, so that its outcome is not written meanwhile; `isInFlight` while a worker has leased it. */
export async function lockDelivery(tx: Tx, { storeId, id }: DeliveryKey) {
  const [delivery] = await tx<(QueuedDelivery & { isInFlight: boolean; hasPayload: boolean })[]>`
    select
      ${columns(tx)},
      coalesce(state = 'waiting' and leased_until > statement_timestamp(), false) as is_in_flight,
      exists (
        select from delivery_payloads
        where delivery_payloads.store_id = ${storeId} and delivery_payloads.id = deliveries.payload_id
      ) as has_payload
    from deliveries
    where store_id = ${storeId} and id = ${id}
    for update`
  return delivery
}

/** Makes a delivery due now, with a new retry schedule. Callbacks about its earlier messages no longer match it. */
export async function requeue(tx: Tx, { storeId, id, recipient }: QueuedDelivery): Promise<QueuedDelivery> {
  const [delivery] = await tx<[QueuedDelivery]>`
    update deliveries
    set
      recipient = ${recipient}, state = 'waiting', due_at = statement_timestamp(), attempts_before = attempts,
      leased_until = null, claimed_by = null, batch_id = null, message_id = null, finished_at = null
    where store_id = ${storeId} and id = ${id}
    returning ${columns(tx)}`
  await wakeRecipients(tx, [delivery])
  return { ...delivery }
}

type DeliveryKey = Pick<QueuedDelivery, 'storeId' | 'id'>

export async function deleteDelivery(sql: Sql, { storeId, id }: DeliveryKey): Promise<void> {
  await sql`delete from deliveries where store_id = ${storeId} and id = ${id}`
}
