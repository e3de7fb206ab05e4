import { readdir, readFile } from 'node:fs/promises'
import { lockNumber, MIGRATION_LOCK } from './advisory-locks.ts'
import type { Db } from './db.ts'
import { StartError } from '../errors/start-error.ts'

const OLDEST_SERVER = 150_000

/**
 * Brings the database to the present form: migrations in the order of their numbers, each once, and then every function
 * anew. All of it in one transaction under a lock, so that several processes may start at once.
 * @returns the names of the migrations that were applied now
 * @throws StartError when the server is too old, or a newer release has migrated the database
 */
export async function migrate(sql: Db, folder: URL): Promise<string[]> {
  const [server] = await sql<{ version: number; name: string }[]>`
    select current_setting('server_version_num')::int as version, current_setting('server_version') as name`
  if (server!.version < OLDEST_SERVER) {
    throw new StartError(`The database server is PostgreSQL ${server!.name}; version 15 or newer is needed`)
  }
  const migrations = await sqlFiles(new URL('migrations/', folder))
  const functions = await sqlFiles(new URL('functions/', folder))

  return sql.begin(async (tx) => {
    await tx`select set_config('lock_timeout', '120s', true), set_config('statement_timeout', '0', true)`
    await lockNumber(tx, MIGRATION_LOCK)
    await tx`
      create table if not exists schema_migrations (
        name text primary key,
        applied_at timestamptz not null default clock_timestamp()
      )`
    const applied = (await tx<{ name: string }[]>`select name from schema_migrations order by name`).map(
      ({ name }) => name,
    )
    requireKnown(applied, migrations)
    const pending = migrations.filter(({ name }) => !applied.includes(name))
    for (const { name, text } of pending) {
      await tx.unsafe(text)
      await tx`insert into schema_migrations (name) values (${name})`
    }
    for (const { text } of functions) await tx.unsafe(text)
    return pending.map(({ name }) => name)
  })
}

/** What `migrate` would apply, without changing anything; an empty database has never been migrated. */
export async function pendingMigrations(sql: Db, folder: URL) {
  const migrations = await sqlFiles(new URL('migrations/', folder))
  const [table] = await sql<
    [{ isEmpty: boolean }]
  >`select to_regclass('schema_migrations') is null as is_empty`
  const applied = table.isEmpty
    ? []
    : await sql<{ name: string }[]>`select name from schema_migrations order by name`
  const done = applied.map(({ name }) => name)
  requireKnown(done, migrations)
  const pending = migrations.map(({ name }) => name).filter((name) => !done.includes(name))
  return { applied: done, pending, isEmpty: table.isEmpty }
}

/** What this release doesn't know of may be what it would break: its functions would replace newer ones. */
function requireKnown(applied: string[], migrations: { name: string }[]) {
  const known = new Set(migrations.map(({ name }) => name))
  const unknown = applied.filter((name) => !known.has(name))
  if (unknown.length === 0) return
  throw new StartError(
    `The database was migrated by a newer release (${unknown.join(', ')}): run that release or a later one`,
  )
}

async function sqlFiles(folder: URL): Promise<{ name: string; text: string }[]> {
  const names = (await readdir(folder)).filter((name) => name.endsWith('.sql')).toSorted()
  return Promise.all(
    names.map(async (name) => ({
      name: name.slice(0, -4),
      text: await readFile(new URL(name, folder), 'utf8'),
    })),
  )
}
