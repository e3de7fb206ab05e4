import type { Tx } from '../database/db.ts'

type Withdrawal = {
  storeId: string
  subjectId: string
  events: readonly string[]
  recipients: string[]
  since: string
}

/**
 * Deletes the deliveries of some events of something that were enqueued since an instant, where no worker has claimed one of them
 * yet: waits for a claim that is under way. The payloads are deleted by their age. @returns the kind of one that was claimed, or null; the
 * caller rolls back then
 */
export async function withdrawDeliveries(
  tx: Tx,
  { storeId, subjectId, events, recipients, since }: Withdrawal,
): Promise<string | null> {
  const isOne = tx`
    store_id = ${storeId} and recipient = any(${recipients}::text[]) and created_at >= ${since}::timestamptz
    and subject_id = ${subjectId} and event = any(${events}::text[])`
  await tx`
    delete from deliveries
    where ${isOne} and attempts = 0 and leased_until is null and state in ('waiting', 'paused')`
  const [sent] = await tx<{ kind: string }[]>`select kind from deliveries where ${isOne} limit 1`
  return sent?.kind ?? null
}
