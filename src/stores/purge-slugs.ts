import { purgeRows } from '../core/database/purge-rows.ts'
import type { Db } from '../core/database/db.ts'

/** Deletes expired holds of slugs. */
export async function purgeExpiredSlugs(sql: Db): Promise<boolean> {
  return purgeRows(sql, { table: 'slugs', key: sql`slug`, where: sql`held_until <= now()` })
}
