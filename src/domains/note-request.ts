import type { Sql } from '../core/database/db.ts'

/** Whether that shoppers come by a store's domain was last recorded over an hour ago. */
export const isRequestDue = (sql: Sql) =>
  sql`(last_request_at is null or last_request_at < statement_timestamp() - interval '1 hour')`

/** Records that shoppers came by these stores' domains, at most once an hour for each. */
export async function noteDomainRequest(sql: Sql, storeIds: readonly string[]): Promise<void> {
  if (storeIds.length === 0) return
  // Locked in the order of their ids; rows that another process writes are skipped.
  await sql`
    update domains
    set last_request_at = statement_timestamp()
    where store_id = any(array(
      select store_id
      from domains
      where store_id = any(${storeIds}) and ${isRequestDue(sql)}
      order by store_id
      for no key update skip locked
    ))`
}
