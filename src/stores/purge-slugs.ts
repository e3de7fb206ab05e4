import type { Db } from '../core/database/db.ts'

/** Slugs that nobody holds any more may be taken again. */
export async function purgeExpiredSlugs(sql: Db): Promise<boolean> {
  await sql`delete from slug_holds where held_until <= now()`
  return false
}
