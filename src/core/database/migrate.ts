import { createHash } from 'node:crypto'
import { readdir, readFile } from 'node:fs/promises'
import { setTimeout as wait } from 'node:timers/promises'
import { lockNumber, MIGRATION_LOCK, tryLockNumber } from './advisory-locks.ts'
import { DatabaseError } from './connection.ts'
import type { Db, Tx } from './db.ts'
import { StartError } from '../errors/start-error.ts'
import { RELEASE } from '../process/release.ts'

const OLDEST_SERVER = 150_000
const TABLE_IN_USE_CODES = new Set(['55P03', '40P01'])
const TABLE_IN_USE =
  'A migration waits for a table that another transaction uses: end it ' +
  '(`select pid, xact_start, query from pg_stat_activity order by xact_start`), and start again'
/** ms. Statements queue behind it. Longer than deadlock_timeout (1 s), after which an autovacuum with the lock is cancelled. */
const MAX_WAIT_FOR_TABLE = 1_200
/** ms between two attempts, and from the first until giving up. */
const RETRY_DELAY = 2_000
const MAX_WAIT = 120_000
const MIGRATES_ELSEWHERE = 'Another process migrates the database: waiting for it to end'
/** ms between two lines that say so. */
const WAIT_LINE_INTERVAL = 30_000

type SqlFile = { name: string; text: string }
/** A row of `schema_migrations`. */
type Applied = { name: string; hash: string; oldest: string | null }

/** The line of a migration that names the oldest release that still runs on its tables: `-- Oldest release: 0.2.0`. */
const OLDEST_RELEASE = /^-- Oldest release: (\d+\.\d+\.\d+)$/m

/**
 * Migrates the database: runs pending migrations in the order of their numbers, then replaces every function, on Citus with
 * the files of db/citus too. All in one transaction under an advisory lock, so that several processes may start at once. A
 * newer release's database is left unchanged, functions too, where its migrations allow this release to run on it.
 * @param onWait gets a line while another process migrates, which is waited for however long it takes
 * @returns the names of the applied migrations
 * @throws StartError when the server is too old or of another engine, or the database was not made by these migrations or the first of them
 */
export async function migrate(
  sql: Db,
  folder: URL,
  onWait: (reason: string) => void = () => {},
): Promise<string[]> {
  await requireServer(sql)
  const migrations = await sqlFiles(new URL('migrations/', folder))
  const functions = await sqlFiles(new URL('functions/', folder))
  if (sql.engine === 'citus') functions.push(...(await sqlFiles(new URL('citus/', folder))))

  return whenTablesAreFree(() =>
    sql.begin(async (tx) => {
      await tx`select set_config('lock_timeout', '0', true), set_config('statement_timeout', '0', true)`
      await waitForOthers(tx, onWait)
      await tx`
        create table if not exists schema_migrations (
          name text primary key,
          hash text not null,
          oldest_release text,
          applied_at timestamptz not null default clock_timestamp()
        )`
      const applied = await appliedMigrations(tx, migrations)
      if (applied.length > migrations.length) return []
      const pending = migrations.filter(({ name }) => !applied.includes(name))
      await tx`select set_config('lock_timeout', ${String(MAX_WAIT_FOR_TABLE)}, true)`
      for (const { name, text } of pending) {
        await tx.unsafe(text)
        await tx`
          insert into schema_migrations (name, hash, oldest_release)
          values (${name}, ${hashOf(text)}, ${OLDEST_RELEASE.exec(text)?.[1] ?? null})`
      }
      for (const { text } of functions) await tx.unsafe(text)
      return pending.map(({ name }) => name)
    }),
  )
}

async function requireServer(sql: Db) {
  const [server] = await sql<{ version: number; name: string }[]>`
    select current_setting('server_version_num')::int as version, current_setting('server_version') as name`
  if (server!.version < OLDEST_SERVER) {
    throw new StartError(`The database server is PostgreSQL ${server!.name}; version 15 or newer is needed`)
  }
  const [extension] = await sql`select from pg_extension where extname = 'citus'`
  if (sql.engine === 'citus' && !extension) {
    throw new StartError('DATABASE_ENGINE is "citus", but the database does not have the citus extension')
  }
  if (sql.engine !== 'citus' && extension) {
    throw new StartError('The database has the citus extension: set DATABASE_ENGINE=citus')
  }
}

/** A start that gave up would be started again by its supervisor, which ends it by itself where it has a limit. */
async function waitForOthers(tx: Tx, onWait: (reason: string) => void) {
  if (await tryLockNumber(tx, MIGRATION_LOCK)) return
  onWait(MIGRATES_ELSEWHERE)
  const lines = setInterval(() => onWait(MIGRATES_ELSEWHERE), WAIT_LINE_INTERVAL)
  try {
    await lockNumber(tx, MIGRATION_LOCK)
  } finally {
    clearInterval(lines)
  }
}

/** Retries while a table is locked; the pause lets the statements run that queued behind the lock. */
async function whenTablesAreFree<T>(work: () => Promise<T>): Promise<T> {
  for (let deadline: number | undefined; ; await wait(RETRY_DELAY)) {
    try {
      return await work()
    } catch (error) {
      if (!(error instanceof DatabaseError && TABLE_IN_USE_CODES.has(error.code!))) throw error
      deadline ??= Date.now() + MAX_WAIT
      if (Date.now() > deadline) throw new StartError(TABLE_IN_USE)
    }
  }
}

/** The migrations that `migrate` would apply; an empty database has never been migrated. */
export async function pendingMigrations(sql: Db, folder: URL) {
  const migrations = await sqlFiles(new URL('migrations/', folder))
  const [table] = await sql<
    [{ isEmpty: boolean }]
  >`select to_regclass('schema_migrations') is null as is_empty`
  const applied = table.isEmpty ? [] : await appliedMigrations(sql, migrations)
  const pending = migrations.map(({ name }) => name).filter((name) => !applied.includes(name))
  return { applied, pending, isEmpty: table.isEmpty }
}

/** @throws StartError unless they are a prefix of these: functions would otherwise replace newer or foreign ones. */
async function appliedMigrations(sql: Db | Tx, migrations: SqlFile[]): Promise<string[]> {
  const rows = await sql<Applied[]>`
    select name, hash, oldest_release as oldest from schema_migrations order by name`
  const names = rows.map(({ name }) => name)
  const known = new Map(migrations.map(({ name, text }) => [name, text]))
  const unknown = rows.filter(({ name }) => !known.has(name))
  if (unknown.length > 0 && !migrations.every(({ name }) => names.includes(name))) throw madeByOthers(unknown)
  requireCompatible(unknown)
  const changed = rows.filter(({ name, hash }) => known.has(name) && hash !== hashOf(known.get(name)!))
  if (changed.length > 0) throw madeByOthers(changed)
  return names
}

/** @throws StartError unless each of these migrations of a newer release says that this one may run beside it */
function requireCompatible(newer: Applied[]) {
  const incompatible = newer.filter(({ oldest }) => !isSince(RELEASE, oldest ?? ''))
  if (incompatible.length > 0)
    throw new StartError(
      `The database was migrated by a newer release (${namesOf(incompatible)}): run that release or a later one`,
    )
}

const namesOf = (rows: Applied[]) => rows.map(({ name }) => name).join(', ')

/** Whether a release is `oldest`, such as 0.2.0, or came after it; false where that is no release. */
function isSince(release: string, oldest: string): boolean {
  if (!/^\d+\.\d+\.\d+$/.test(oldest)) return false
  const [a, b] = [release, oldest].map((version) => version.split('.').map(Number)) as [number[], number[]]
  const at = a.findIndex((part, i) => part !== b[i])
  return at < 0 || a[at]! > b[at]!
}

const madeByOthers = (rows: Applied[]) =>
  new StartError(
    "The database was created by migrations that this release doesn't have or that have changed " +
      `(${namesOf(rows)}): run the release that created it, or start with an empty database`,
  )

/** The checksum of a migration; its comments and line breaks may change. */
export function hashOf(text: string): string {
  const code = text.split('\n').map((line) => line.split('--')[0])
  const statements = code.join('\n').replaceAll(/\s+/g, ' ').trim()
  return createHash('sha256').update(statements).digest('hex')
}

async function sqlFiles(folder: URL): Promise<SqlFile[]> {
  const names = (await readdir(folder)).filter((name) => name.endsWith('.sql')).toSorted()
  return Promise.all(
    names.map(async (name) => ({
      name: name.slice(0, -4),
      text: await readFile(new URL(name, folder), 'utf8'),
    })),
  )
}
