import type { Db } from '../core/database/db.ts'
import { MAX_ROWS } from '../core/jobs/maintenance.ts'

/** Requests and tokens that are over, in this order; a consumed refresh token stays until then, to be known again. */
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

/** Clients that nobody let in within a week: strangers can add them. */
export async function purgeUnusedClients(sql: Db): Promise<boolean> {
  const { count } = await sql`
    delete from oauth_clients
    where id in (
      select id
      from oauth_clients
      where granted_at is null and created_at < now() - interval '7 days'
      limit ${MAX_ROWS}
      for update skip locked
    )`
  return count === MAX_ROWS
}
