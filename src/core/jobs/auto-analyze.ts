import type { Db } from '../database/db.ts'
import type { Log } from '../process/log.ts'
import { startLoop, type Loop } from './loop.ts'

/** ms */
const OFTEN = 2_000
/** Rows; below that every plan is a good one. */
const SMALL = 500

/**
 * Each connection plans a statement once and keeps the plan until the table's statistics are made anew. A plan of a time
 * when the table was empty reads all of it, so the statistics are made anew each time that a table has doubled: the
 * server's own autovacuum comes by only once a minute.
 */
export function startAutoAnalyze({ sql, log }: { sql: Db; log: Log }): Pick<Loop, 'stop'> {
  return startLoop({ name: 'auto-analyze', log, turn: () => analyzeGrownTables(sql), every: OFTEN })
}

/** Where several processes do so at once, each passes over the tables that another has in hand. */
export async function analyzeGrownTables(sql: Db): Promise<void> {
  const grown = await sql<{ name: string }[]>`
    select tables.relname as name
    from pg_stat_user_tables tables
    join pg_class on pg_class.oid = tables.relid
    where tables.schemaname = current_schema()
    and tables.n_live_tup > greatest(2 * pg_class.reltuples, ${SMALL})
    order by tables.relname`
  for (const { name } of grown) await sql`analyze (skip_locked) ${sql(name)}`
}
