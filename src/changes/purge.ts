import { MAX_ROWS } from '../core/jobs/maintenance.ts'
import type { Db } from '../core/database/db.ts'
import { RETENTION_DAYS } from './change.ts'

/** Deletes changes after 90 days, with their rows. */
export async function purgeOldChanges(sql: Db): Promise<boolean> {
  const { count } = await sql`
    delete from changes
    where (store_id, id) in (
      select store_id, id
      from changes
      where created_at < now() - make_interval(days => ${RETENTION_DAYS})
      limit ${MAX_ROWS}
      for update skip locked
    )`
  return count === MAX_ROWS
}
