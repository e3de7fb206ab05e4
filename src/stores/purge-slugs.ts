import { MAX_ROWS } from '../core/database/purge-rows.ts'
import type { Db } from '../core/database/db.ts'

/** Deletes expired holds of slugs. */
export async function purgeExpiredSlugs(sql: Db): Promise<boolean> {
  const { count } = await sql`
    delete from slugs
    where slug in (
      select slug
      from slugs
      where held_until <= now()
      limit ${MAX_ROWS}
      for update skip locked
    )`
  return count === MAX_ROWS
}
