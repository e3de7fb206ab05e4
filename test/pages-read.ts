import { connect, type Db } from '../src/core/database/db.ts'

/**
 * How many pages of tables and their indexes, cached or not, some work reads and writes over a connection of its own, while nothing else
 * uses the database. The least of five times: other connections may report late what they read before.
 */
export async function pagesRead(databaseUrl: string, work: (sql: Db) => Promise<unknown>): Promise<number> {
  const sql = connect(databaseUrl, { max: 1 })
  try {
    const pages: number[] = []
    for (let n = 0; n < 5; n++) {
      const before = await pagesSoFar(sql)
      await work(sql)
      pages.push((await pagesSoFar(sql)) - before)
    }
    return Math.min(...pages)
  } finally {
    await sql.end()
  }
}

/**
 * Pages of the catalog are not counted: how often a connection reads them depends on what happens in other databases.
 * A session reports what it has read at the end of a transaction, at most once a second unless it is told to.
 */
export async function pagesSoFar(sql: Db): Promise<number> {
  await sql`select pg_stat_force_next_flush()`
  const [{ pages }] = await sql<[{ pages: number }]>`
    select
      sum(
        heap_blks_read + heap_blks_hit + coalesce(idx_blks_read + idx_blks_hit, 0)
        + coalesce(toast_blks_read + toast_blks_hit, 0) + coalesce(tidx_blks_read + tidx_blks_hit, 0)
      )::bigint as pages
    from pg_statio_user_tables`
  return pages
}
