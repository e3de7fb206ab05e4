import { purgeRows } from '../core/database/purge-rows.ts'
import type { Db } from '../core/database/db.ts'

/** Deletes events after 400 days, so that a year can be compared with the one before. */
export async function purgeCatalogEvents(sql: Db): Promise<boolean> {
  return purgeRows(sql, {
    table: 'catalog_events',
    key: sql`store_id, id`,
    where: sql`created_at < now() - interval '400 days'`,
  })
}

/** Deletes sessions after 90 days: a visitor who returns later is counted again. The counters are not reduced. */
export async function purgeEventSessions(sql: Db): Promise<boolean> {
  return purgeRows(sql, {
    table: 'event_sessions',
    key: sql`store_id, type, session_id`,
    where: sql`created_at < now() - interval '90 days'`,
  })
}
