import { MAX_ROWS } from '../core/jobs/maintenance.ts'
import type { Db } from '../core/database/db.ts'

/** Deletes events after 400 days, so that a year can be compared with the one before. */
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

/** Deletes sessions after 90 days: one that comes back later counts again. The counters keep what was counted. */
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
