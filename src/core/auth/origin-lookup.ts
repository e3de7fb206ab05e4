import { batchLoader } from '../database/batch-loader.ts'
import type { Db } from '../database/db.ts'

const MAX_ORIGIN = 200

/** One query for all preflights of a turn. They carry no key and count in no limit: a page in a loop would take the connections. */
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
