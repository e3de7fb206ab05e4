import type { Sql } from '../core/database/db.ts'

const HOUR = 3_600_000
const MAX_TRACKED = 50_000

/** By store: when its next request is written. */
const nextWrite = new Map<string, number>()

/** Records that shoppers came by these stores' domains: at most one write an hour for each store and process. */
export async function noteDomainRequest(sql: Sql, storeIds: readonly string[]): Promise<void> {
  const now = performance.now()
  const due = [...new Set(storeIds)].filter((id) => (nextWrite.get(id) ?? 0) <= now).toSorted()
  if (due.length === 0) return
  if (nextWrite.size + due.length > MAX_TRACKED) nextWrite.clear()
  for (const id of due) nextWrite.set(id, now + HOUR)
  // Locked in the order of their ids; rows that another process writes are skipped.
  await sql`
    update domains
    set last_request_at = statement_timestamp()
    where store_id = any(array(
      select store_id
      from domains
      where store_id = any(${due})
      and (last_request_at is null or last_request_at < statement_timestamp() - interval '1 hour')
      order by store_id
      for no key update skip locked
    ))`
}
