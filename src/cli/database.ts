import { setTimeout as sleep } from 'node:timers/promises'
import type { Config } from '../config.ts'
import { connect, isTransientError, type Db } from '../core/database/db.ts'
import {
  findEmbeddedPostgres,
  hasEmbeddedPostgres,
  startEmbeddedPostgres,
} from '../core/database/embedded/embedded-postgres.ts'
import { migrate, pendingMigrations } from '../core/database/migrate.ts'
import { StartError } from '../core/errors/start-error.ts'
import { newId } from '../core/values/id.ts'

export const DB_FOLDER = new URL('../../db/', import.meta.url)

const NAME = `vitrina-cli ${process.pid}`

/** Attributes the changes of a command to the operator. */
export const asOperator = (sql: Db) =>
  sql.attributedTo({ changeId: newId(), by: 'operator', accountId: null, keyId: null })

/** Whether to create a database in an empty data folder. Off by default: a mistyped DATA_DIR would look like an empty service. */
type Options = { create?: boolean | undefined }

export type OpenDatabase = {
  sql: Db
  /** Whether the server is external, the running service's, or started for this command. */
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
  for (let attempt = 1; ; attempt++) {
    try {
      return (await connectToRunning(config.dataDir)) ?? (await startServer(config.dataDir, create))
    } catch (error) {
      // Another command may have started the server for itself, or be stopping it just now.
      const mayRetry =
        isTransientError(error) || (error instanceof StartError && /in use/.test(error.message))
      if (!mayRetry || attempt === 20) throw error
      await sleep(100)
    }
  }
}

async function connectToRunning(dataDir: string): Promise<OpenDatabase | null> {
  const found = await findEmbeddedPostgres(dataDir)
  if (!found) return null
  const sql = connect(found.url, { max: 4, application: NAME })
  const close = () => sql.end({ timeout: 5 })
  try {
    await sql`select 1`
  } catch (error) {
    await close()
    throw error
  }
  return { sql, server: 'running', close }
}

async function startServer(dataDir: string, create: boolean): Promise<OpenDatabase> {
  if (!create && !(await hasEmbeddedPostgres(dataDir))) {
    throw new StartError(
      `There is no database in ${dataDir} yet: start the service, run \`npm run -s cli -- migrate\`, or set DATABASE_URL`,
    )
  }
  const postgres = await startEmbeddedPostgres({ dataDir })
  const sql = connect(postgres.url, { max: 4, application: NAME })
  async function close() {
    await waitForOtherCommands(sql).catch(() => {})
    await sql.end({ timeout: 5 })
    await postgres.stop()
  }
  return { sql, server: 'started', close }
}

/** Other commands may have connected to the server that this one started. */
async function waitForOtherCommands(sql: Db) {
  for (const since = performance.now(); performance.now() - since < 20_000; await sleep(50)) {
    const others = await sql`
      select 1
      from pg_stat_activity
      where application_name like 'vitrina-cli %' and application_name <> ${NAME}
      limit 1`
    if (others.length === 0) return
  }
}
