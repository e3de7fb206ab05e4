import type { Sql, Db } from '../../core/database/db.ts'
import { ok, warn, type Check, fail } from './doctor-check.ts'

const MIN_DEAD_ROWS = 100_000
const LISTED = 10

export async function checkTables(sql: Sql): Promise<Check[]> {
  return [await largestTables(sql), await deadRows(sql)]
}

export async function checkOwnServer(sql: Sql): Promise<Check[]> {
  return [await slowestStatements(sql), await logArchive(sql)]
}

/** The largest tables, with their indexes, and the rows inserted and deleted since the server's statistics were reset. */
async function largestTables(sql: Sql): Promise<Check> {
  const tables = await sql<{ name: string; size: string; rows: number; grown: number }[]>`
    select
      relname as name,
      pg_size_pretty(pg_total_relation_size(relid)) as size,
      n_live_tup as rows,
      n_tup_ins - n_tup_del as grown
    from pg_stat_user_tables
    where schemaname = current_schema()
    order by pg_total_relation_size(relid) desc
    limit ${LISTED}`
  const message = tables.map(
    ({ name, size, rows, grown }) => `${name} ${size}, ${rows} rows (${signed(grown)})`,
  )
  return ok('tables', `${message.join('; ')}${GROWTH}`)
}

const GROWTH = '. In brackets: since the server counts (pg_stat_reset)'

const signed = (count: number) => (count < 0 ? String(count) : `+${count}`)

/** Dead rows, which autovacuum removes unless something blocks it. */
async function deadRows(sql: Sql): Promise<Check> {
  const name = 'dead rows'
  const tables = await sql<{ name: string; dead: number; vacuumedAt: string | null }[]>`
    select relname as name, n_dead_tup as dead, greatest(last_vacuum, last_autovacuum) as vacuumed_at
    from pg_stat_user_tables
    where schemaname = current_schema() and n_dead_tup > greatest(${MIN_DEAD_ROWS}, n_live_tup / 2)
    order by n_dead_tup desc
    limit ${LISTED}`
  if (tables.length === 0) return ok(name, 'few')
  const list = tables.map(
    ({ name, dead, vacuumedAt }) => `${name} ${dead}, vacuumed ${vacuumedAt ?? 'never'}`,
  )
  const advice = 'look for a transaction that is open for long (pg_stat_activity), then run vacuum'
  return warn(name, `${list.join('; ')}: ${advice}`)
}

const NOT_COUNTED =
  'not known: put pg_stat_statements into shared_preload_libraries, and run `create extension pg_stat_statements`'

async function slowestStatements(sql: Sql): Promise<Check> {
  const name = 'slow statements'
  const [view] = await sql<[{ isThere: boolean }]>`
    select to_regclass('pg_stat_statements') is not null as is_there`
  if (!view.isThere) return ok(name, NOT_COUNTED)
  const statements = await sql<{ text: string; ms: number; calls: number }[]>`
    select regexp_replace(left(query, 100), '[[:space:]]+', ' ', 'g') as text, round(mean_exec_time::numeric, 1) as ms, calls
    from pg_stat_statements
    join pg_database on pg_database.oid = dbid and datname = current_database()
    order by mean_exec_time desc
    limit ${LISTED}`
  const list = statements.map(({ text, ms, calls }) => `${ms} ms, ${calls} times: ${text}`)
  return ok(name, list.join('; ') || 'none yet')
}

type Archiver = { mode: string; archivedAt: string | null; failedAt: string | null }

/** Whether an external server archives its write-ahead log, which holds what was written after a backup. */
async function logArchive(sql: Sql): Promise<Check> {
  const [archiver] = await sql<[Archiver]>`
    select
      current_setting('archive_mode') as mode,
      last_archived_time as archived_at,
      last_failed_time as failed_at
    from pg_stat_archiver`
  return archiveOf(archiver)
}

export function archiveOf({ mode, archivedAt, failedAt }: Archiver): Check {
  const name = 'log archive'
  if (mode === 'off') return warn(name, NOT_ARCHIVED)
  if (failedAt !== null && (archivedAt === null || Date.parse(failedAt) > Date.parse(archivedAt)))
    return warn(name, `failed at ${failedAt}${NOT_ARCHIVING}`)
  return ok(name, archivedAt === null ? 'nothing yet' : `last at ${archivedAt}`)
}

const NOT_ARCHIVED =
  'off: unless something else makes backups, all is lost with the disk; docs/backup.md sets up pgBackRest'
const NOT_ARCHIVING =
  ": the server's log says why archive_command fails; until it succeeds all of the log stays on that disk"

/** The distributed tables of Citus, their sizes, and whether its servers reach each other; nothing on plain PostgreSQL. */
export async function checkServers(sql: Db): Promise<Check[]> {
  const [extension] = await sql<{ version: string }[]>`
    select extversion as version from pg_extension where extname = 'citus'`
  if (!extension) return []
  const name = `citus ${extension.version}`
  const problem = await findProblem(sql)
  if (problem) return [fail(name, problem)]
  const [tables, servers, whole] = await Promise.all([
    sql<{ name: string; size: string }[]>`
      select table_name::text as name, table_size as size
      from citus_tables
      where citus_table_type = 'distributed'
      order by pg_size_bytes(table_size) desc, name`,
    sql<{ name: string; shards: number; size: string }[]>`
      select concat(nodename, ':', nodeport) as name, count(*) as shards, pg_size_pretty(sum(shard_size)) as size
      from citus_shards
      group by 1
      order by 1`,
    sql<{ name: string }[]>`
      select relname as name
      from pg_class
      where relnamespace = current_schema()::regnamespace
      and relkind = 'r'
      and oid not in (select table_name from citus_tables)
      order by relname`,
  ])
  const largest = tables.slice(0, LISTED).map((table) => `${table.name} ${table.size}`)
  const message = [
    `${tables.length} tables are divided, the largest: ${largest.join(', ')}`,
    `on ${servers.map(({ name, shards, size }) => `${name} (${shards} shards, ${size})`).join(', ')}`,
    `whole on the coordinator: ${whole.map((table) => table.name).join(', ')}`,
  ]
  return [ok(name, message.join('; '))]
}

async function findProblem(sql: Db): Promise<string | null> {
  if (sql.engine !== 'citus') return 'set DATABASE_ENGINE=citus'
  const cut = await sql<{ from: string; to: string }[]>`
    select concat(from_nodename, ':', from_nodeport) as from, concat(to_nodename, ':', to_nodeport) as to
    from citus_check_cluster_node_health()
    where result is not true`
  if (cut.length > 0) return cut.map(({ from, to }) => `${from} does not reach ${to}`).join('; ')
  const [divided] = await sql`select from citus_tables where citus_table_type = 'distributed' limit 1`
  if (!divided) return 'no table is divided: run `npm run -s cli -- migrate`'
  const strict = await sql<{ name: string }[]>`
    select concat(nodename, ':', nodeport) as name
    from run_command_on_workers('show citus.allow_nested_distributed_execution')
    where result <> 'on'`
  if (strict.length === 0) return null
  return `set citus.allow_nested_distributed_execution = on, on ${strict.map(({ name }) => name).join(', ')}`
}
