import type { Fragment, Sql } from '../core/database/db.ts'
import { boundedConcurrency } from '../core/limits/concurrency-limiter.ts'
import { searchQueries } from './search-words.ts'

// A search costs more than a page: bounded, so that concurrent searches leave the database time for the rest.
const inTurn = boundedConcurrency({ running: 4, waiting: 40 })

/** For a query over `products`: the condition on its rows, and their rank. */
export type Found = { condition: Fragment; rank: Fragment }

/**
 * Lists what a search finds; when that is nothing, what it finds in the forgiving way.
 * @throws 503 when too many searches wait
 */
export function searchProducts<T extends { total: number }>(
  sql: Sql,
  storeId: string,
  search: string,
  list: (found: Found) => Promise<T>,
): Promise<T> {
  return inTurn(async () => {
    const categories = await sql<{ id: string; name: string }[]>`
      select id, name from categories where store_id = ${storeId}`
    const { strict, forgiving, ranking } = searchQueries(storeId, search, categories)
    const rank = sql`ts_rank('{0, 0, 0.4, 1}', title_words, ${ranking}::tsquery)`
    const found = await list({ condition: matches(sql, storeId, strict), rank })
    return found.total > 0 ? found : list({ condition: matches(sql, storeId, forgiving), rank })
  })
}

/** The words are those of one store; it is compared in a way that leaves the planner the index of the words, and no other. */
const matches = (sql: Sql, storeId: string, query: string) => sql`
  products.deleted_at is null and search_words @@ ${query}::tsquery and products.store_id || '' = ${storeId}`
