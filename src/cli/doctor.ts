import { access, constants, statfs } from 'node:fs/promises'
import type { Config } from '../config.ts'
import type { Db } from '../core/database/db.ts'
import { hasEmbeddedPostgres } from '../core/database/embedded/embedded-postgres.ts'
import { pendingMigrations } from '../core/database/migrate.ts'
import { codeOf } from '../core/errors/start-error.ts'
import type { Call } from './command.ts'
import { readWorkerState } from '../health/worker-state.ts'
import { certificate } from './doctor-certificate.ts'
import { examineTables } from './doctor-database.ts'
import { services } from './doctor-services.ts'
import { DB_FOLDER, openDatabase, type Opened } from './database.ts'
import { errorLine } from './print.ts'

export type Check = { name: string; status: 'ok' | 'warn' | 'fail'; message: string }

const OLDEST_NODE = 24
const LEAST_SPACE = 1024 ** 3
const MAX_DRIFT = 2_000
const MAX_DELAY = 60_000

/** Checks everything that the service needs. A failing check is not an error of the command, but sets its exit status. */
export async function examine({ config }: Omit<Call, 'sql'>) {
  const checks = [
    nodeVersion(),
    ...(config.databaseUrl ? [] : [await dataFolder(config.dataDir)]),
    ...(await database(config)),
    ...(await services(config)),
    setting('whatsapp callbacks', config.whatsapp.appSecret !== null, "Meta's delivery statuses are refused"),
    setting('stripe', config.stripe !== null, 'plans can be changed by the operator only'),
    publicAddress(config.publicUrl),
    ...certificate(config),
  ]
  return { ok: checks.every(({ status }) => status !== 'fail'), checks }
}

function nodeVersion(): Check {
  const major = Number(process.versions.node.split('.')[0])
  return { name: 'node', status: major >= OLDEST_NODE ? 'ok' : 'fail', message: process.version }
}

async function dataFolder(path: string): Promise<Check> {
  const name = 'data folder'
  try {
    await access(path, constants.R_OK | constants.W_OK | constants.X_OK)
    const { bavail, bsize } = await statfs(path)
    const free = bavail * bsize
    const message = `${path}, ${(free / LEAST_SPACE).toFixed(1)} GiB free`
    return { name, status: free < LEAST_SPACE ? 'warn' : 'ok', message }
  } catch (error) {
    if (codeOf(error) === 'ENOENT') return { name, status: 'warn', message: `${path} is not there yet` }
    return { name, status: 'fail', message: `${path} can't be used (${codeOf(error)})` }
  }
}

async function database(config: Config): Promise<Check[]> {
  try {
    const { sql, server, close } = await openDatabase(config)
    try {
      return await examineDatabase(sql, server)
    } finally {
      await close()
    }
  } catch (error) {
    const isNew = !config.databaseUrl && !(await hasEmbeddedPostgres(config.dataDir))
    return [{ name: 'database', status: isNew ? 'warn' : 'fail', message: errorLine(error) }]
  }
}

async function examineDatabase(sql: Db, server: Opened['server']): Promise<Check[]> {
  const { applied, pending } = await pendingMigrations(sql, DB_FOLDER)
  const checks = [await serverVersion(sql, server), migrations(applied, pending), await clock(sql)]
  return pending.length > 0
    ? checks
    : [...checks, await deliveries(sql, server), ...(await examineTables(sql))]
}

async function serverVersion(sql: Db, server: string): Promise<Check> {
  const [{ version, number }] = await sql<[{ version: string; number: number }]>`
    select current_setting('server_version') as version, current_setting('server_version_num')::int as number`
  const where = { external: 'DATABASE_URL', running: 'of the running service', started: 'embedded' }[server]
  return {
    name: 'database',
    status: number >= 150_000 ? 'ok' : 'fail',
    message: `PostgreSQL ${version}, ${where}`,
  }
}

function migrations(applied: string[], pending: string[]): Check {
  const message = pending.length > 0 ? `pending: ${pending.join(', ')}` : `${applied.length} applied`
  return { name: 'migrations', status: pending.length > 0 ? 'warn' : 'ok', message }
}

/** Overdue deliveries: the worker is dead, or can't keep up. Without a service there is none. */
async function deliveries(sql: Db, server: Opened['server']): Promise<Check> {
  const { worker, workerSilentSince, due } = await readWorkerState(sql)
  const waits = due.map(({ kind, count, since }) => `${count} ${kind} due since ${since}`)
  const late = due.some(({ since }) => Date.parse(since) < Date.now() - MAX_DELAY)
  if (worker === 'silent') {
    const since = workerSilentSince ? `no worker since ${workerSilentSince}` : 'no worker has run yet'
    const message = [since, ...waits].join('; ')
    return { name: 'deliveries', status: server === 'started' && !late ? 'ok' : 'warn', message }
  }
  return { name: 'deliveries', status: late ? 'warn' : 'ok', message: waits.join('; ') || 'nothing is late' }
}

/** Limits and expiries follow the database's clock, signatures of webhooks ours. */
async function clock(sql: Db): Promise<Check> {
  const asked = Date.now()
  const [{ now }] = await sql<[{ now: string }]>`select statement_timestamp() as now`
  const drift = Math.round(Date.parse(now) - (asked + Date.now()) / 2)
  const message = `${Math.abs(drift)} ms ${drift < 0 ? 'behind' : 'ahead'} at the database`
  return { name: 'clock', status: Math.abs(drift) > MAX_DRIFT ? 'warn' : 'ok', message }
}

function setting(name: string, isSet: boolean, otherwise: string): Check {
  return isSet
    ? { name, status: 'ok', message: 'configured' }
    : { name, status: 'warn', message: `not configured: ${otherwise}` }
}

function publicAddress(url: string): Check {
  const isLocal = ['localhost', '127.0.0.1', '[::1]'].includes(new URL(url).hostname)
  return {
    name: 'public address',
    status: isLocal ? 'warn' : 'ok',
    message: isLocal ? `${url}: shoppers elsewhere can't reach it; set PUBLIC_URL` : url,
  }
}
