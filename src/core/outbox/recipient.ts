import type { Sql, Tx } from '../database/db.ts'
import type { DeliveryKind } from './outbox.ts'

/** All that waits for one recipient. */
type Recipient = { storeId: string; kind: DeliveryKind; recipient: string }

/** Keeps what waits for a recipient until it is released. What is under way may still arrive. */
export async function pause(sql: Sql, { storeId, kind, recipient }: Recipient) {
  await sql`
    update deliveries
    set state = 'paused'
    where store_id = ${storeId} and kind = ${kind} and recipient = ${recipient} and state = 'waiting'`
}

/** Lets go what was held and what failed since an instant, one by one in the order of its making. */
export async function resume(tx: Tx, { storeId, kind, recipient }: Recipient, failedSince: string | null) {
  await tx`
    update deliveries
    set
      state = 'waiting', due_at = now(), one_by_one = true, attempts_before = attempts, leased_until = null,
      finished_at = null
    where store_id = ${storeId}
    and kind = ${kind}
    and recipient = ${recipient}
    and (state = 'paused' or state = 'failed' and finished_at >= ${failedSince})`
}

type Range = { from: string; to: string }

/** Sends again what was made in `[from, to)` and is over, one by one in the order of its making. @returns how many */
export async function repeatRange(
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
  return count
}

/** Sends one delivery again, or now rather than later. What is under way is left to its worker. @returns whether there is such a one */
export async function repeat(
  tx: Tx,
  { storeId, kind, recipient }: Recipient,
  id: string,
  state: 'waiting' | 'paused',
): Promise<boolean> {
  const [found] = await tx`
    update deliveries
    set
      state = case when leased_until > clock_timestamp() then deliveries.state else ${state} end,
      due_at = case when leased_until > clock_timestamp() then due_at else clock_timestamp() end,
      attempts_before = case when deliveries.state in ('done', 'failed') then attempts else attempts_before end,
      finished_at = null
    where store_id = ${storeId} and kind = ${kind} and recipient = ${recipient} and id = ${id}
    returning id`
  return Boolean(found)
}

/** Deletes all that a recipient got or was to get. */
export async function purge(sql: Sql, { storeId, kind, recipient }: Recipient) {
  await sql`delete from deliveries where store_id = ${storeId} and kind = ${kind} and recipient = ${recipient}`
}
