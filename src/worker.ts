import closeWithGrace from 'close-with-grace'
import { readConfig, type Config } from './config.ts'
import { connect, type Db } from './core/db.ts'
import { findEmbeddedPostgres } from './core/embedded-postgres.ts'
import { createLog, type Log } from './core/log.ts'
import { messageOf, StartError } from './core/start-error.ts'
import { startWebhooks } from './webhooks/deliver.ts'
import { startNotices } from './whatsapp/notify.ts'

type Options = {
  config: Config
  sql: Db
  log: Log
  /** Whom to be called by when something may have been written that has to leave. */
  nudged?: Set<() => void>
  /** How long an attempt may take before another worker makes it again. */
  leaseSeconds?: number
  /** An owner gets at most one message in so many seconds. */
  paceSeconds?: number
}

/** Starts every background task, a line each. */
export function startWorker({ config, sql, log, nudged, leaseSeconds, paceSeconds }: Options) {
  const { whatsapp, allowPrivateDestinations } = config
  const tasks = [
    startWebhooks({ sql, log, allowPrivateDestinations, leaseSeconds }),
    whatsapp.api && startNotices({ sql, log, api: whatsapp.api, leaseSeconds, paceSeconds }),
  ].filter((task) => task !== null)
  const nudge = () => tasks.forEach((task) => task.nudge())
  nudged?.add(nudge)

  return {
    async stop() {
      nudged?.delete(nudge)
      await Promise.all(tasks.map((task) => task.stop()))
    },
  }
}

/** The worker as a process of its own, beside web processes with `WORKER=off`. */
async function run() {
  const config = readConfig()
  const log = createLog(config.logLevel)
  const sql = connect(await databaseUrl(config), { application: 'vitrina worker' })
  const worker = startWorker({ config, sql, log })
  // A database that is down keeps the process alive too.
  const alive = setInterval(() => {}, 60_000)
  closeWithGrace({ delay: 15_000, logger: log }, async ({ err }) => {
    if (err) log.fatal({ err }, 'worker ends')
    clearInterval(alive)
    await worker.stop()
    await sql.end({ timeout: 5 })
  })
  log.info('worker ready')
}

async function databaseUrl({ databaseUrl, dataDir }: Config): Promise<string> {
  const url = databaseUrl ?? (await findEmbeddedPostgres(dataDir))?.url
  if (url) return url
  throw new StartError(`No service runs in ${dataDir}: set DATABASE_URL, or start the service first`)
}

if (import.meta.main) {
  run().catch((error: unknown) => {
    process.stderr.write(`${error instanceof StartError ? error.message : messageOf(error)}\n`)
    process.exitCode = 1
  })
}
