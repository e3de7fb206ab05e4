import { purgeRows } from '../core/database/purge-rows.ts'
import type { Db } from '../core/database/db.ts'

/** Deletes expired invitations. */
export async function purgeExpiredInvitations(sql: Db): Promise<boolean> {
  return purgeRows(sql, {
    table: 'invitations',
    key: sql`store_id, id`,
    where: sql`expires_at <= now()`,
  })
}
