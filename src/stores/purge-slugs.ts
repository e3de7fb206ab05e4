import type { Db } from '../core/database/db.ts'

/** Deletes expired holds of slugs. */
export async function purgeExpiredSlugs(sql: Db): Promise<boolean> {
  await sql`delete from slug_holds where held_until <= now()`
  return false
}
