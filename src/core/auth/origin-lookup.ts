import { batchLoader } from '../database/batch-loader.ts'
import type { Db } from '../database/db.ts'

const MAX_ORIGIN = 200

/**
 * Whether any store allows the origin. A batch loader: one query for all preflights of an event loop turn. Nothing is cached.
 * Preflights carry no key and count in no limit: without batches a page in a loop would take the connections of the shops.
 */
export function originLookup(sql: Db) {
  const load = batchLoader((origins: string[]) => lookUpAll(sql, origins))
  return async (origin: string) => origin.length <= MAX_ORIGIN && (await load(origin))
}

async function lookUpAll(sql: Db, origins: string[]): Promise<boolean[]> {
  const rows = await sql<{ listed: boolean }[]>`
    select exists (
      select
      from stores
      where stores.allowed_origins @> array[requested.origin] and stores.deleted_at is null
    ) as listed
    from unnest(${origins}::text[]) with ordinality as requested (origin, n)
    order by requested.n`
  return rows.map(({ listed }) => listed)
}
