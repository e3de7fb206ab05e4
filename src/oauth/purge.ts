import type { Db } from '../core/database/db.ts'
import { MAX_ROWS, purgeRows } from '../core/database/purge-rows.ts'

/** Deletes expired requests and tokens; a consumed refresh token stays until it expires, so that its reuse is detected. */
export async function purgeExpiredTokens(sql: Db): Promise<boolean> {
  let more = false
  for (const table of ['oauth_requests', 'oauth_tokens']) {
    const { count } = await sql`
      delete from ${sql(table)}
      where ctid = any(array(
        select ctid from ${sql(table)} where expires_at < now() limit ${MAX_ROWS} for update skip locked
      ))`
    more ||= count === MAX_ROWS
  }
  return more
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
  const { count } = await sql`
    delete from oauth_clients
    where id in (
      select id
      from oauth_clients
      where created_at < now() - make_interval(mins => ${UNUSED_MINUTES})
      and (granted_at is null or granted_at < now() - interval '90 days')
      and not exists (select from oauth_grants where client_id = oauth_clients.id)
      limit ${MAX_ROWS}
      for update skip locked
    )`
  return count === MAX_ROWS
}
