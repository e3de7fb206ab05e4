import { batchLoader } from '../database/batch-loader.ts'
import type { Db } from '../database/db.ts'

/** Whether this store lists the origin; with null, whether any store does. */
type Question = { origin: string; storeId: string | null }

const MAX_ORIGIN = 200

/** A batch loader: one query for all requests of an event loop turn that come from pages. Nothing is cached. */
export function originLookup(sql: Db) {
  const ask = batchLoader((questions: Question[]) => answerAll(sql, questions))
  return async (origin: string, storeId: string | null) =>
    origin.length <= MAX_ORIGIN && (await ask({ origin, storeId }))
}

async function answerAll(sql: Db, questions: Question[]): Promise<boolean[]> {
  const rows = await sql<{ listed: boolean }[]>`
    select
      case
        when asked.store_id is null then exists (
          select
          from stores
          where stores.allowed_origins @> array[asked.origin] and stores.deleted_at is null
        )
        else exists (
          select
          from stores
          where stores.id = asked.store_id and asked.origin = any(stores.allowed_origins)
        )
      end as listed
    from unnest(
      ${questions.map(({ origin }) => origin)}::text[],
      ${questions.map(({ storeId }) => storeId)}::text[]
    ) with ordinality as asked (origin, store_id, n)
    order by asked.n`
  return rows.map(({ listed }) => listed)
}
