import type { Sql } from '../../core/database/db.ts'
import { notFound } from '../../core/errors/errors.ts'
import { t } from '../../core/texts/text.ts'
import { isFeed } from './connection.ts'

/** At most once a minute for each. @throws 404 where it is off or paused */
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
  if (!connection) throw notFound(t('El catálogo de esa conexión'))
}

const scripts = {
  meta: {
    id: 'meta_pixel',
    unknown: t('Meta no reconoce este identificador: compáralo con el que ves allá'),
  },
  google: {
    id: 'google_analytics',
    unknown: t('Google no reconoce este identificador: compáralo con el que ves allá'),
  },
}

export const scriptErrors = Object.values(scripts).map(({ unknown }) => unknown)

/**
 * Records whether a shopper's browser got a provider's script, at most once an hour. That the provider rejected it counts only where nobody
 * got it for a day: reports can be made up.
 */
export async function noteScript(
  sql: Sql,
  storeId: string,
  provider: keyof typeof scripts,
  isLoaded: boolean,
): Promise<void> {
  const { id, unknown } = scripts[provider]
  if (isLoaded)
    await sql`
      update connections
      set last_error = null, used_at = statement_timestamp()
      where store_id = ${storeId} and id = ${id} and not is_paused
      and (last_error is not null or used_at is null or used_at < statement_timestamp() - interval '1 hour')`
  else
    await sql`
      update connections
      set last_error = ${unknown.in('es')}
      where store_id = ${storeId} and id = ${id} and not is_paused and last_error is null
      and (used_at is null or used_at < statement_timestamp() - interval '1 day')`
}

const isConnectionOfFeed = (id: unknown): id is string => typeof id === 'string' && isFeed(id)
