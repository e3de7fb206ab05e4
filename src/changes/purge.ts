import { purgeRows } from '../core/database/purge-rows.ts'
import type { Db } from '../core/database/db.ts'
import { RETENTION_DAYS } from './change.ts'

/** Deletes changes after 90 days, with their rows. */
export async function purgeOldChanges(sql: Db): Promise<boolean> {
  return purgeRows(sql, {
    table: 'changes',
    key: sql`store_id, id`,
    where: sql`created_at < now() - make_interval(days => ${RETENTION_DAYS})`,
  })
}
