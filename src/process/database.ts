import { statfs } from 'node:fs/promises'
import { setTimeout as wait } from 'node:timers/promises'
import type { Config } from '../core/config/config.ts'
import { parseConnectionString } from '../core/database/connection-string.ts'
import { buildIndexes } from '../core/database/build-indexes.ts'
import { connect, isTransientError, type Db } from '../core/database/db.ts'
import { startEmbeddedPostgres } from '../core/database/embedded/embedded-postgres.ts'
import { migrate } from '../core/database/migrate.ts'
import { outageOf, sentenceOf } from '../core/errors/outage.ts'
import { messageOf, StartError } from '../core/errors/start-error.ts'

const FOLDER = new URL('../../db/', import.meta.url)
const MAX_WAIT = 3_000
const RETRY_INTERVAL = 1_000

/** Builds the indexes of large tables that this version needs, beside writers. */
export const buildMissingIndexes = (sql: Db): Promise<void> => buildIndexes(sql, FOLDER)

/** The operator may mend it while the process waits. */
class DatabaseUnavailable extends StartError {}

/** The database that the settings name, or the embedded server of the data folder, which ends with `stop`. */
export async function openDatabase(
  { databaseUrl, dataDir }: Config,
  onStep: (text: string) => void,
): Promise<{ url: string; stop(): Promise<void> }> {
  if (databaseUrl) return { url: databaseUrl, stop: async () => {} }
  return await startEmbeddedPostgres({ dataDir, onStep })
}

/**
 * Migrates the database to what this version of the service needs. Waits a moment for a server that is only
 * just starting, and for another process's migration as long as it takes, of which `onWait` gets a line each 30 s.
 * @throws DatabaseUnavailable when it can't be reached or rejects the login, StartError when it is too old or too new
 */
export async function migrateDatabase(url: string, onWait: (reason: string) => void): Promise<string[]> {
  const sql = connect(url, { max: 1 })
  try {
    for (const deadline = Date.now() + MAX_WAIT; ; await wait(250)) {
      try {
        return await migrate(sql, FOLDER, onWait)
      } catch (error) {
        if (!isTransientError(error) || Date.now() > deadline) throw toDatabaseError(error, url)
      }
    }
  } finally {
    await sql.end({ timeout: 1 })
  }
}

/** bytes of a file of the write-ahead log: a server that finds no room for the next one ends, and can't say why. */
const WAL_FILE = 16 * 1024 * 1024

/** What a start failed by: a full disk where the embedded server has ended for it. */
export async function causeOf(error: unknown, { databaseUrl, dataDir }: Config): Promise<unknown> {
  if (databaseUrl !== null || outageOf(error) !== 'unreachable') return error
  const { bavail, bsize } = await statfs(dataDir)
  if (bavail * bsize >= WAL_FILE) return error
  return new StartError(`${sentenceOf('disk_full')} (No space left on device)`, { cause: error })
}

type Listeners = Record<'onWait' | 'onUnavailable', (reason: string) => void>

/** As soon as the database can be used. `onUnavailable` gets the reason where it can't, and again when it becomes another. */
export async function migrateWhenAvailable(url: string, { onWait, onUnavailable }: Listeners): Promise<void> {
  for (let lastReason = ''; ; await wait(RETRY_INTERVAL)) {
    try {
      await migrateDatabase(url, onWait)
      return
    } catch (error) {
      if (!(error instanceof DatabaseUnavailable)) throw error
      if (error.message !== lastReason) onUnavailable(error.message)
      lastReason = error.message
    }
  }
}

function toDatabaseError(error: unknown, url: string): unknown {
  const isLoginRejected = error instanceof Error && 'code' in error && /^(28|3D)/.test(String(error.code))
  if (!isLoginRejected && !isTransientError(error)) return error
  const { hosts, database } = parseConnectionString(url)
  const where = hosts.map(({ host, port }) => `${host}:${port}`).join(', ')
  return new DatabaseUnavailable(
    `DATABASE_URL: the database ${database} at ${where} can't be used: ${messageOf(error)}`,
  )
}
