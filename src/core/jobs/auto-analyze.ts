import type { Db } from '../database/db.ts'
import type { Log } from '../process/log.ts'
import { startLoop, type Loop } from './loop.ts'

const INTERVAL_MS = 2_000
/** Smaller tables are fast with any plan. */
const MIN_ROWS = 500

/**
 * Runs `analyze` on every table whose row count has doubled. Prepared statements keep their plan until the table's statistics
 * change, and a plan made for an empty table scans all of it; PostgreSQL's own autovacuum checks only once a minute.
 */
export function startAutoAnalyze({ sql, log }: { sql: Db; log: Log }): Pick<Loop, 'stop'> {
  return startLoop({
    name: 'auto-analyze',
    log,
    runOnce: () => analyzeGrownTables(sql),
    intervalMs: INTERVAL_MS,
  })
}

/**
 * Covers every schema, because partitions may be in others, and only tables that the role owns, because the server logs a
 * warning for the rest. Safe in several processes at once: tables that another one analyses are skipped.
 */
export async function analyzeGrownTables(sql: Db): Promise<void> {
  const grown = await sql<{ schema: string; name: string }[]>`
    select tables.schemaname as schema, tables.relname as name
    from pg_stat_user_tables tables
    join pg_class on pg_class.oid = tables.relid
    where tables.n_live_tup > greatest(2 * pg_class.reltuples, ${MIN_ROWS})
    and pg_has_role(pg_class.relowner, 'usage')
    order by tables.schemaname, tables.relname`
  for (const { schema, name } of grown) await sql`analyze (skip_locked) ${sql(schema)}.${sql(name)}`
}
