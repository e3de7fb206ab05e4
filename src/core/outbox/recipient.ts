import type { Sql, Tx } from '../database/db.ts'
import type { Delivery, DeliveryKind } from './delivery.ts'
import { wakeRecipients } from './wake.ts'

type Recipient = { storeId: string; kind: DeliveryKind; recipient: string }

/** Pauses a recipient's waiting deliveries until `resume`. Deliveries in flight may still arrive. */
export async function pause(sql: Sql, { storeId, kind, recipient }: Recipient) {
  await sql`
    update deliveries
    set state = 'paused'
    where store_id = ${storeId} and kind = ${kind} and recipient = ${recipient} and state = 'waiting'`
}

/**
 * Resumes paused deliveries and those that failed since an instant, one at a time, oldest first. One that is still in flight keeps its
 * lease, or it would be sent twice at once.
 */
export async function resume(tx: Tx, one: Recipient, failedSince: string | null) {
  const { storeId, kind, recipient } = one
  await tx`
    update deliveries
    set
      state = 'waiting', due_at = now(), one_by_one = true, attempts_before = attempts, finished_at = null
    where store_id = ${storeId}
    and kind = ${kind}
    and recipient = ${recipient}
    and (state = 'paused' or state = 'failed' and finished_at >= ${failedSince})`
  await wakeRecipients(tx, [one])
}

type Range = { from: string; to: string }

/** Redelivers finished deliveries created in `[from, to)`, one at a time, oldest first. @returns how many */
export async function redeliverRange(
  tx: Tx,
  { storeId, kind, recipient }: Recipient,
  { from, to }: Range,
  state: 'waiting' | 'paused',
): Promise<number> {
  const { count } = await tx`
    update deliveries
    set state = ${state}, due_at = now(), one_by_one = true, attempts_before = attempts, finished_at = null
    where store_id = ${storeId}
    and kind = ${kind}
    and recipient = ${recipient}
    and created_at >= ${from}
    and created_at < ${to}
    and state in ('done', 'failed')`
  if (state === 'waiting') await wakeRecipients(tx, [{ kind, recipient }])
  return count
}

/** How many deliveries of a range have finished, which `redeliverRange` would redeliver, and how many wait; each counted up to `max`. */
export async function countRange(sql: Sql, recipient: Recipient, range: Range, max: number) {
  const [finished, waiting] = await Promise.all([
    countStates(sql, recipient, range, { states: ['done', 'failed'], max }),
    countStates(sql, recipient, range, { states: ['waiting', 'paused'], max }),
  ])
  return { finished, waiting }
}

async function countStates(
  sql: Sql,
  { storeId, kind, recipient }: Recipient,
  { from, to }: Range,
  { states, max }: { states: string[]; max: number },
): Promise<number> {
  const [{ found }] = await sql<[{ found: number }]>`
    select count(*) as found
    from (
      select
      from deliveries
      where store_id = ${storeId}
      and kind = ${kind}
      and recipient = ${recipient}
      and created_at >= ${from}
      and created_at < ${to}
      and state = any(${states}::text[])
      limit ${max}
    ) as counted`
  return found
}

export async function isRedelivering(sql: Sql, { storeId, kind, recipient }: Recipient): Promise<boolean> {
  const [row] = await sql<[{ repeating: boolean }]>`
    select exists (
      select from deliveries
      where store_id = ${storeId} and kind = ${kind} and recipient = ${recipient} and state = 'waiting' and one_by_one
    ) as repeating`
  return row.repeating
}

/** Redelivers one delivery now, unless it is in flight. @returns whether it exists */
export async function redeliverOne(
  tx: Tx,
  { storeId, kind, recipient }: Recipient,
  id: string,
  state: 'waiting' | 'paused',
): Promise<boolean> {
  const [found] = await tx`
    update deliveries
    set
      state = case when leased_until > clock.now then deliveries.state else ${state} end,
      due_at = case when leased_until > clock.now then due_at else clock.now end,
      attempts_before = case when deliveries.state in ('done', 'failed') then attempts else attempts_before end,
      finished_at = null
    from (select statement_timestamp() as now) as clock
    where store_id = ${storeId} and kind = ${kind} and recipient = ${recipient} and id = ${id}
    returning id`
  if (state === 'waiting') await wakeRecipients(tx, [{ kind, recipient }])
  return Boolean(found)
}

type PausedDelivery = Pick<Delivery, 'storeId' | 'id' | 'event' | 'payload' | 'traceparent' | 'createdAt'>

export function listPaused(sql: Sql, { storeId, kind, recipient }: Recipient) {
  return sql<PausedDelivery[]>`
    select deliveries.store_id, deliveries.id, event, payload, traceparent, deliveries.created_at
    from deliveries
    join delivery_payloads payloads on payloads.store_id = deliveries.store_id and payloads.id = payload_id
    where deliveries.store_id = ${storeId} and kind = ${kind} and recipient = ${recipient} and state = 'paused'
    order by deliveries.created_at, deliveries.id
    limit 100`
}

export async function purge(sql: Sql, { storeId, kind, recipient }: Recipient) {
  await sql`delete from deliveries where store_id = ${storeId} and kind = ${kind} and recipient = ${recipient}`
}

/** Makes a recipient's waiting deliveries due now, with a new retry schedule. @returns whether there are any that are not in flight */
export async function wake(tx: Tx, { storeId, kind, recipient }: Recipient): Promise<boolean> {
  const { count } = await tx`
    update deliveries
    set due_at = least(due_at, statement_timestamp()), attempts_before = attempts
    where store_id = ${storeId} and kind = ${kind} and recipient = ${recipient} and state = 'waiting'
    and leased_until is null`
  if (count > 0) await wakeRecipients(tx, [{ kind, recipient }])
  return count > 0
}
