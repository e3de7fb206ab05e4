import { MAX_ROWS } from '../core/jobs/maintenance.ts'
import type { Db } from '../core/database/db.ts'

/** A year can be compared with the one before, and each visitor is an anonymous session for no longer. */
export async function purgeCatalogEvents(sql: Db): Promise<boolean> {
  const { count } = await sql`
    delete from catalog_events
    where (store_id, id) in (
      select store_id, id
      from catalog_events
      where created_at < now() - interval '400 days'
      limit ${MAX_ROWS}
      for update skip locked
    )`
  return count === MAX_ROWS
}

/** A session that comes back after 90 days counts as another one; what it counted for stays in the counters. */
export async function purgeEventSessions(sql: Db): Promise<boolean> {
  const { count } = await sql`
    delete from event_sessions
    where (store_id, type, session_id) in (
      select store_id, type, session_id
      from event_sessions
      where created_at < now() - interval '90 days'
      limit ${MAX_ROWS}
      for update skip locked
    )`
  return count === MAX_ROWS
}
