import { setTimeout as sleep } from 'node:timers/promises'
import type { Config } from '../../core/config/config.ts'
import { COMMAND_LOCK } from '../../core/database/advisory-locks.ts'
import { connect, isTransientError, type Db } from '../../core/database/db.ts'
import {
  findEmbeddedPostgres,
  hasEmbeddedPostgres,
  startEmbeddedPostgres,
} from '../../core/database/embedded/embedded-postgres.ts'
import { migrate, pendingMigrations } from '../../core/database/migrate.ts'
import { StartError } from '../../core/errors/start-error.ts'
import { newId } from '../../core/values/id.ts'

export const DB_FOLDER = new URL('../../../db/', import.meta.url)

const NAME = `vitrina-cli ${process.pid}`

/** ms that a command waits for others on the same data folder. */
const MAX_WAIT = 20_000

export const asOperator = (sql: Db) =>
  sql.attributedTo({ changeId: newId(), by: 'operator', accountId: null, keyId: null })

/** Whether to create a database in an empty data folder. Off by default: a mistyped DATA_DIR would look like an empty service. */
type Options = { create?: boolean | undefined }

export type OpenDatabase = {
  sql: Db
  server: 'external' | 'running' | 'started'
  close: () => Promise<void>
}

/** Runs `work` on the service's database, whether the service is running or not; an empty database is set up first. */
export async function withDatabase<T>(
  config: Config,
  options: Options,
  work: (sql: Db) => Promise<T>,
): Promise<T> {
  const { sql, server, close } = await openDatabase(config, options)
  try {
    const { pending, isEmpty } = await pendingMigrations(sql, DB_FOLDER)
    if (isEmpty || (server === 'started' && pending.length > 0)) await migrate(sql, DB_FOLDER)
    else if (pending.length > 0) {
      throw new StartError(
        `The database lacks the migrations ${pending.join(', ')}: run \`npm run -s cli -- migrate\` first`,
      )
    }
    return await work(sql)
  } finally {
    await close()
  }
}

/** @throws StartError when there is none and it may not be created */
export async function openDatabase(config: Config, { create = false }: Options = {}): Promise<OpenDatabase> {
  if (config.databaseUrl) {
    const sql = connect(config.databaseUrl, { max: 4, application: NAME })
    return { sql, server: 'external', close: () => sql.end({ timeout: 5 }) }
  }
  for (const since = performance.now(); ; await sleep(100)) {
    try {
      return (await connectToRunning(config.dataDir)) ?? (await startServer(config.dataDir, create))
    } catch (error) {
      // Another command may have started the server for itself, or be stopping it just now.
      const mayRetry =
        isTransientError(error) || (error instanceof StartError && /in use/.test(error.message))
      if (!mayRetry || performance.now() - since > MAX_WAIT) throw error
    }
  }
}

async function connectToRunning(dataDir: string): Promise<OpenDatabase | null> {
  const found = await findEmbeddedPostgres(dataDir)
  if (!found) return null
  const sql = connect(found.url, { max: 5, application: NAME })
  try {
    const session = await sql.reserve()
    await session`select pg_advisory_lock_shared(${COMMAND_LOCK}::bigint)`
    const close = async () => {
      session.release()
      await sql.end({ timeout: 5 })
    }
    return { sql, server: 'running', close }
  } catch (error) {
    await sql.end({ timeout: 1 })
    throw error
  }
}

async function startServer(dataDir: string, create: boolean): Promise<OpenDatabase> {
  if (!create && !(await hasEmbeddedPostgres(dataDir))) {
    throw new StartError(
      `There is no database in ${dataDir} yet: start the service, run \`npm run -s cli -- migrate\`, or set DATABASE_URL`,
    )
  }
  const postgres = await startEmbeddedPostgres({ dataDir })
  const sql = connect(postgres.url, { max: 5, application: NAME })
  async function close() {
    await lockOutCommands(sql).catch(() => {})
    await postgres.stop()
    await sql.end({ timeout: 5 })
  }
  return { sql, server: 'started', close }
}

/** Waits for other commands on the server that this one started. The session keeps the lock until the server has stopped. */
async function lockOutCommands(sql: Db) {
  const session = await sql.reserve()
  await session`select set_config('lock_timeout', ${String(MAX_WAIT)}, false)`
  await session`select pg_advisory_lock(${COMMAND_LOCK}::bigint)`
}
