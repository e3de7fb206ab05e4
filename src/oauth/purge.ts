import type { Db } from '../core/database/db.ts'
import { purgeRows } from '../core/database/purge-rows.ts'

/** Deletes expired requests and tokens; a consumed refresh token stays until it expires, so that its reuse is detected. */
export async function purgeExpiredTokens(sql: Db): Promise<boolean> {
  const where = sql`expires_at < now()`
  const hasMore = [
    await purgeRows(sql, { table: 'oauth_requests', key: sql`id_hash`, where }),
    await purgeRows(sql, { table: 'oauth_tokens', key: sql`token_hash`, where }),
  ]
  return hasMore.includes(true)
}

/** Deletes grants 90 days after their end. */
export async function purgeOldGrants(sql: Db): Promise<boolean> {
  return purgeRows(sql, {
    table: 'oauth_grants',
    key: sql`store_id, id`,
    where: sql`least(ended_at, expires_at) < now() - interval '90 days'`,
  })
}

/** For how long a client is stored to which nobody gives access: the time for signing up and opening a store meanwhile. */
const UNUSED_MINUTES = 20

/** Deletes clients without a grant: minutes after their registration, or 90 days after their last grant. */
export async function purgeUnusedClients(sql: Db): Promise<boolean> {
  return purgeRows(sql, {
    table: 'oauth_clients',
    key: sql`id`,
    where: sql`
      created_at < now() - make_interval(mins => ${UNUSED_MINUTES})
      and (granted_at is null or granted_at < now() - interval '90 days')
      and not exists (select from oauth_grants where client_id = oauth_clients.id)`,
  })
}
