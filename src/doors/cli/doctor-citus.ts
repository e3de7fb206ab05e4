import type { Db } from '../../core/database/db.ts'
import { fail, ok, type Check } from './doctor-check.ts'

const LISTED = 10

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
