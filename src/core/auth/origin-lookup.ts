import { batchLoader } from '../database/batch-loader.ts'
import type { Db } from '../database/db.ts'

/** Whether a store allows the origin; with null, whether any store does. */
type LookupRequest = { origin: string; storeId: string | null }

const MAX_ORIGIN = 200

/** A batch loader: one query for all requests of an event loop turn that have an `Origin` header. Nothing is cached. */
export function originLookup(sql: Db) {
  const load = batchLoader((requests: LookupRequest[]) => lookUpAll(sql, requests))
  return async (origin: string, storeId: string | null) =>
    origin.length <= MAX_ORIGIN && (await load({ origin, storeId }))
}

async function lookUpAll(sql: Db, requests: LookupRequest[]): Promise<boolean[]> {
  const rows = await sql<{ listed: boolean }[]>`
    select
      case
        when requested.store_id is null then exists (
          select
          from stores
          where stores.allowed_origins @> array[requested.origin] and stores.deleted_at is null
        )
        else exists (
          select
          from stores
          where stores.id = requested.store_id and requested.origin = any(stores.allowed_origins)
        )
      end as listed
    from unnest(
      ${requests.map(({ origin }) => origin)}::text[],
      ${requests.map(({ storeId }) => storeId)}::text[]
    ) with ordinality as requested (origin, store_id, n)
    order by requested.n`
  return rows.map(({ listed }) => listed)
}
