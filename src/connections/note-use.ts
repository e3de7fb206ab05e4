import type { Sql } from '../core/database/db.ts'
import { notFound } from '../core/errors/errors.ts'
import { isFeed } from './connection.ts'

/**
 * Records that a provider reads the feed of a connection, at most once a minute for each.
 * @throws 404 where it is off or paused
 */
export async function noteFeedRead(sql: Sql, storeId: string, id: unknown): Promise<void> {
  const [connection] = isConnectionOfFeed(id)
    ? await sql`
        with noted as (
          update connections
          set used_at = statement_timestamp()
          where store_id = ${storeId} and id = ${id} and not is_paused
          and (used_at is null or used_at < statement_timestamp() - interval '1 minute')
        )
        select from connections where store_id = ${storeId} and id = ${id} and not is_paused`
    : []
  if (!connection) throw notFound('El catálogo de esa conexión')
}

const isConnectionOfFeed = (id: unknown): id is string => typeof id === 'string' && isFeed(id)
