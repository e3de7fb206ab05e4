import { mkdtemp, realpath, rename, rm, stat } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join, resolve } from 'node:path'
import type { Config } from '../../core/config/config.ts'
import { connect, type Db } from '../../core/database/db.ts'
import { writeBackup, restoreBackup } from '../../core/database/embedded/backup.ts'
import { directoryIn } from '../../core/database/embedded/cluster.ts'
import { startEmbeddedPostgres } from '../../core/database/embedded/embedded-postgres.ts'
import { StartError } from '../../core/errors/start-error.ts'
import type { Call, Command } from './command.ts'
import { openDatabase } from './database.ts'

export const backupCommands: Record<string, Command> = {
  'backup create': {
    flags: 'FILE',
    does: 'Backs up the embedded database while it runs, and verifies the backup',
    run: create,
    withoutDatabase: true,
  },
  'backup verify': {
    flags: 'FILE',
    does: 'Restores a backup to a temporary folder and reads all of its data',
    run: verify,
    withoutDatabase: true,
  },
  'backup restore': {
    flags: 'FILE',
    does: 'Restores a backup to DATA_DIR, which must not contain a database',
    run: restore,
    withoutDatabase: true,
  },
}

/** Copies the running database, and checks the copy by starting a server on it before the file is renamed into place. */
async function create({ config, flags }: Omit<Call, 'sql'>) {
  requireEmbedded(config)
  const file = resolve(flags['file']!)
  const draft = `${file}.partial`
  try {
    const { sql, close } = await openDatabase(config)
    try {
      await writeBackup(sql, directoryIn(await realpath(config.dataDir)), draft)
    } finally {
      await close()
    }
    const { orders } = await verifyFile(draft)
    await rename(draft, file)
    return { file, bytes: (await stat(file)).size, orders }
  } finally {
    await rm(draft, { force: true })
  }
}

async function verify({ flags }: Omit<Call, 'sql'>) {
  return { ok: true, ...(await verifyFile(resolve(flags['file']!))) }
}

async function restore({ config, flags }: Omit<Call, 'sql'>) {
  requireEmbedded(config)
  await restoreBackup(config.dataDir, resolve(flags['file']!))
  try {
    return await checkTablesAndSums(config.dataDir)
  } catch (error) {
    await rm(directoryIn(config.dataDir), { recursive: true, force: true })
    throw error
  }
}

/** Restores a backup into a folder that is removed afterwards. @throws StartError unless all of it can be read */
async function verifyFile(file: string) {
  const folder = await mkdtemp(join(tmpdir(), 'vitrina-backup-'))
  try {
    await restoreBackup(join(folder, 'data'), file)
    return await checkTablesAndSums(join(folder, 'data'))
  } finally {
    await rm(folder, { recursive: true, force: true, maxRetries: 5 })
  }
}

/** Reads every table in full, which checks each page's checksum, and compares orders with their sums. */
async function checkTablesAndSums(dataDir: string) {
  const server = await startEmbeddedPostgres({ dataDir })
  const sql = connect(server.url, { max: 1 })
  try {
    const rows = await countRows(sql)
    await requireSums(sql, rows)
    const count = (table: string) => rows.get(table) ?? 0
    return {
      stores: count('stores'),
      products: count('products'),
      customers: count('customers'),
      orders: count('orders'),
      accounts: count('accounts'),
    }
  } finally {
    await sql.end({ timeout: 5 })
    await server.stop()
  }
}

async function countRows(sql: Db) {
  await sql`select set_config('statement_timeout', '0', false), set_config('enable_seqscan', 'on', false)`
  await sql`select set_config('enable_indexonlyscan', 'off', false)`
  const tables = await sql<{ name: string }[]>`
    select relname as name from pg_class where relkind = 'r' and relnamespace = 'public'::regnamespace`
  const rows = new Map<string, number>()
  for (const { name } of tables) {
    const [{ count }] = await sql<[{ count: number }]>`select count(*) as count from ${sql(name)}`
    rows.set(name, count)
  }
  return rows
}

/** Orders and sums are written in one transaction: if they differ, the copy is not consistent. */
async function requireSums(sql: Db, rows: Map<string, number>) {
  if (!rows.has('orders')) return
  const [{ counted, summed }] = await sql<[{ counted: number; summed: number }]>`
    select
      (select count(*) from orders where not is_test) as counted,
      (select coalesce(sum(completed + pending + cancelled), 0) from order_sums) as summed`
  if (counted !== summed)
    throw new StartError(`The backup has ${counted} orders, but order totals of ${summed}`)
}

function requireEmbedded({ databaseUrl }: Config) {
  if (databaseUrl) {
    throw new StartError(
      'DATABASE_URL names a server of your own: back it up with its own tools, see docs/backup.md',
    )
  }
}
