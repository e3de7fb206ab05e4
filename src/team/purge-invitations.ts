import type { Db } from '../core/database/db.ts'

/** Invitations that nobody can accept any more. */
export async function purgeExpiredInvitations(sql: Db): Promise<boolean> {
  await sql`delete from invitations where expires_at <= now()`
  return false
}
