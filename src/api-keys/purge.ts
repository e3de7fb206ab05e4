import { MAX_ROWS } from '../core/database/purge-rows.ts'
import type { Db } from '../core/database/db.ts'

const RETENTION_DAYS = 90

/** Deletes keys that were revoked or expired some time ago, so that creating and revoking keys in a loop can't fill the table. */
export async function purgeEndedKeys(sql: Db): Promise<boolean> {
  const { count } = await sql`
    delete from api_keys
    where id in (
      select id
      from api_keys
      where least(revoked_at, expires_at) < now() - make_interval(days => ${RETENTION_DAYS})
      limit ${MAX_ROWS}
      for update skip locked
    )`
  return count === MAX_ROWS
}
