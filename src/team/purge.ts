import { MAX_ROWS } from '../core/jobs/maintenance.ts'
import type { Db } from '../core/database/db.ts'

/** Deletes expired invitations. */
export async function purgeExpiredInvitations(sql: Db): Promise<boolean> {
  const { count } = await sql`
    delete from invitations
    where (store_id, id) in (
      select store_id, id
      from invitations
      where expires_at <= now()
      limit ${MAX_ROWS}
      for update skip locked
    )`
  return count === MAX_ROWS
}
