import type { Fragment, Sql } from '../../core/database/db.ts'
import { fairQueue } from '../../core/concurrency/fair-queue.ts'
import { queues } from '../../core/concurrency/fairness.ts'
import { currentClient } from '../../core/process/current-request.ts'
import { searchQueries } from './search-words.ts'

const searchQueue = fairQueue(queues.searches)
const clientQueue = fairQueue(queues.searchesOfClient)

export type SearchMatch = { condition: Fragment; rank: Fragment }

/**
 * Lists the matches of the strict query or, when there are none, those of the fuzzy query.
 * Its queries are queued apart from the store's other reads: behind slow ones it would keep its place here from other stores.
 * @throws QueueFull when too many searches wait
 */
export function searchProducts<T extends { total: number }>(
  caller: Sql,
  storeId: string,
  search: string,
  list: (sql: Sql, found: SearchMatch) => Promise<T>,
): Promise<T> {
  const sql = 'begin' in caller ? caller.readsQueuedBy(`searches ${storeId}`) : caller
  return inTurn(storeId, async () => {
    const categories = await sql<{ id: string; name: string }[]>`
      select id, name from categories where store_id = ${storeId}`
    const { strict, fuzzy, ranking } = searchQueries(storeId, search, categories)
    const rank = sql`ts_rank('{0, 0, 0.4, 1}', title_words, ${ranking}::tsquery)`
    const found = await list(sql, { condition: matches(sql, storeId, strict), rank })
    return found.total > 0 ? found : list(sql, { condition: matches(sql, storeId, fuzzy()), rank })
  })
}

function inTurn<T>(storeId: string, search: () => Promise<T>): Promise<T> {
  const client = currentClient()
  const ofStore = () => searchQueue(storeId, search)
  return client === null ? ofStore() : clientQueue(`${storeId} ${client}`, ofStore)
}

/** The words have their store's prefix. `store_id || ''` keeps the planner from using another index than that of the words. */
const matches = (sql: Sql, storeId: string, query: string) => sql`
  products.deleted_at is null and search_words @@ ${query}::tsquery and products.store_id || '' = ${storeId}`
