import { access, constants, statfs } from 'node:fs/promises'
import type { Config } from '../../core/config/config.ts'
import type { Db, Sql } from '../../core/database/db.ts'
import { hasEmbeddedPostgres } from '../../core/database/embedded/embedded-postgres.ts'
import { pendingMigrations } from '../../core/database/migrate.ts'
import { codeOf } from '../../core/errors/start-error.ts'
import { fail, ok, warn, type Check } from './doctor-check.ts'
import type { Call, Command } from './command.ts'
import { summarizeDomains } from '../../features/domains/get.ts'
import { inboundLag } from '../../features/whatsapp/inbound-metrics.ts'
import { readWorkerState } from '../../features/health/worker-state.ts'
import { certificates, services, checkTemplates } from './doctor-services.ts'
import { checkServers, checkOwnServer, checkTables } from './doctor-database.ts'
import { DB_FOLDER, openDatabase, type OpenDatabase } from './database.ts'
import { errorLine } from './print.ts'

export const doctorCommands: Record<string, Command> = {
  doctor: {
    flags: '',
    does: 'Checks the configuration, the database and external services, and reports problems',
    run: runChecks,
    withoutDatabase: true,
  },
}

const MIN_NODE = 24
const MIN_POSTGRES = 150_000
const MIN_FREE_BYTES = 1024 ** 3
const MAX_DRIFT = 2_000
const MAX_DELAY = 60_000
/** Seconds. */
const MAX_LAG = 60

/** Checks everything that the service needs. A failing check is not an error of the command, but sets its exit status. */
async function runChecks({ config }: Omit<Call, 'sql'>) {
  const checks = [
    nodeVersion(),
    ...(config.databaseUrl ? [] : [await dataFolder(config.dataDir)]),
    ...(await database(config)),
    ...(await services(config)),
    ...(await checkTemplates(config)),
    setting(
      'whatsapp callbacks',
      config.whatsapp.appSecret !== null,
      "what people write and Meta's delivery statuses are rejected until WHATSAPP_APP_SECRET is set",
    ),
    setting(
      'whatsapp number',
      config.whatsapp.displayNumber !== null,
      'shoppers can neither confirm their phone nor wait for a product until WHATSAPP_DISPLAY_NUMBER is set',
    ),
    setting(
      'stripe',
      config.stripe !== null,
      'only the operator changes plans until STRIPE_SECRET_KEY is set',
    ),
    publicAddress(config.publicUrl),
    ...(await certificates(config)),
  ]
  return { ok: checks.every(({ status }) => status !== 'fail'), checks }
}

function nodeVersion(): Check {
  const major = Number(process.versions.node.split('.')[0])
  if (major >= MIN_NODE) return ok('node', process.version)
  return fail('node', `${process.version}: start it by \`npm run\`, which takes the Node that npm installed`)
}

async function dataFolder(path: string): Promise<Check> {
  const name = 'data folder'
  try {
    await access(path, constants.R_OK | constants.W_OK | constants.X_OK)
    const { bavail, bsize } = await statfs(path)
    const free = bavail * bsize
    const message = `${path}, ${(free / MIN_FREE_BYTES).toFixed(1)} GiB free`
    if (free >= MIN_FREE_BYTES) return ok(name, message)
    return warn(name, `${message}: make room, or move it to a larger disk`)
  } catch (error) {
    if (codeOf(error) === 'ENOENT') return warn(name, `${path} is not there yet: the first start makes it`)
    return fail(name, `${path} can't be used (${codeOf(error)}): give it to the user of the service`)
  }
}

async function database(config: Config): Promise<Check[]> {
  try {
    const { sql, server, close } = await openDatabase(config)
    try {
      return await checkDatabase(sql, server)
    } finally {
      await close()
    }
  } catch (error) {
    const isNew = !config.databaseUrl && !(await hasEmbeddedPostgres(config.dataDir))
    return [(isNew ? warn : fail)('database', errorLine(error))]
  }
}

async function checkDatabase(sql: Db, server: OpenDatabase['server']): Promise<Check[]> {
  const { applied, pending } = await pendingMigrations(sql, DB_FOLDER)
  const checks = [
    await serverVersion(sql, server),
    migrations(applied, pending),
    await clock(sql),
    ...(server === 'external' ? await checkOwnServer(sql) : []),
  ]
  if (pending.length > 0) return checks
  return [
    ...checks,
    await deliveries(sql, server),
    ...(await checkTables(sql)),
    ...(await checkDomains(sql)),
    await checkMessages(sql),
    ...(await checkServers(sql)),
  ]
}

async function serverVersion(sql: Db, server: string): Promise<Check> {
  const [{ version, number }] = await sql<[{ version: string; number: number }]>`
    select current_setting('server_version') as version, current_setting('server_version_num')::int as number`
  const where = { external: 'DATABASE_URL', running: 'of the running service', started: 'embedded' }[server]
  const message = `PostgreSQL ${version}, ${where}`
  return number >= MIN_POSTGRES
    ? ok('database', message)
    : fail('database', `${message}: 15 or newer is needed`)
}

function migrations(applied: string[], pending: string[]): Check {
  if (pending.length === 0) return ok('migrations', `${applied.length} applied`)
  return warn('migrations', `pending: ${pending.join(', ')}; run \`npm run -s cli -- migrate\``)
}

/** Overdue deliveries: the worker is dead, or can't keep up. When the service is not running there is no worker. */
async function deliveries(sql: Db, server: OpenDatabase['server']): Promise<Check> {
  const name = 'deliveries'
  const { worker, workerSilentSince, due } = await readWorkerState(sql)
  const waits = due.map(({ kind, count, since }) => `${count} ${kind} due since ${since}`)
  const late = due.some(({ since }) => Date.parse(since) < Date.now() - MAX_DELAY)
  if (worker === 'silent') {
    const since = workerSilentSince ? `no worker since ${workerSilentSince}` : 'no worker has run yet'
    const message = [since, ...waits].join('; ')
    if (server === 'started' && !late) return ok(name, message)
    return warn(name, `${message}: start the service, or a worker`)
  }
  if (!late) return ok(name, waits.join('; ') || 'nothing is late')
  return warn(name, `${waits.join('; ')}: \`npm run -s cli -- queue list\` says why`)
}

async function checkMessages(sql: Sql): Promise<Check> {
  const lag = Math.round(await inboundLag(sql))
  const name = 'whatsapp messages'
  if (lag <= MAX_LAG) return ok(name, 'none waits for long')
  return warn(name, `the oldest waits since ${lag} s: look for "message not handled" in the worker's log`)
}

async function checkDomains(sql: Sql): Promise<Check[]> {
  const { open, claimed, openDomains, failing, isDegraded } = await summarizeDomains(sql)
  if (open + claimed + failing.length === 0) return []
  const more = open > openDomains.length ? ', …' : ''
  const counts = `${open} open${open > 0 ? ` (${openDomains.join(', ')}${more})` : ''}, ${claimed} not open yet`
  const failures = failing.map(
    ({ domain, failedDays, failedSince }) => `${domain} fails since ${failedSince} (${failedDays} days)`,
  )
  const message = [counts, ...failures].join('; ')
  if (!isDegraded) return [ok('domains', message)]
  return [warn('domains', `${message}: \`npm run -s cli -- domain check --store S\` says why`)]
}

/** Rate limits and expiries use the database's clock; webhook signatures use this machine's. */
async function clock(sql: Db): Promise<Check> {
  const sentAt = Date.now()
  const [{ now }] = await sql<[{ now: string }]>`select statement_timestamp() as now`
  const drift = Math.round(Date.parse(now) - (sentAt + Date.now()) / 2)
  const message = `${Math.abs(drift)} ms ${drift < 0 ? 'behind' : 'ahead'} at the database`
  return Math.abs(drift) <= MAX_DRIFT
    ? ok('clock', message)
    : warn('clock', `${message}: set both clocks by NTP`)
}

function setting(name: string, isSet: boolean, otherwise: string): Check {
  return isSet ? ok(name, 'configured') : warn(name, `not configured: ${otherwise}`)
}

function publicAddress(url: string): Check {
  const isLocal = ['localhost', '127.0.0.1', '[::1]'].includes(new URL(url).hostname)
  if (!isLocal) return ok('public address', url)
  return warn('public address', `${url}: shoppers elsewhere can't reach it; set PUBLIC_URL`)
}
