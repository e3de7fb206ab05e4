import cluster from 'node:cluster'
import closeWithGrace from 'close-with-grace'
import { readConfig } from './config.ts'
import { createLog } from './core/process/log.ts'
import { resolveImportsByUrl } from './core/process/resolve-imports.ts'
import { StartError } from './core/errors/start-error.ts'
import { migrateDatabase, openDatabase } from './database.ts'
import { startMeasuring } from './metrics.ts'
import { openDemo, welcome } from './welcome.ts'

type Stop = (how: { slowly: boolean }) => Promise<void>

const MAX_STOP_MS = 14_000

/** The functions that stop the parts of the service, in the order in which these started. */
const running: Stop[] = []

closeWithGrace({ delay: MAX_STOP_MS, logger: false }, async ({ signal, err }) => {
  if (err) explain(err)
  // SIGINT comes from a terminal: there is no load balancer to wait for.
  await stopAll({ slowly: signal === 'SIGTERM' })
})

resolveImportsByUrl()
try {
  await start()
} catch (error) {
  explain(error)
  await stopAll({ slowly: false })
  process.exit(1)
}

/** The database, its migrations, and what answers; each is stopped in reverse. */
async function start() {
  const config = readConfig()
  const log = createLog(config.logLevel)
  startMeasuring(config)
  if (cluster.isWorker) return await startServing(config.databaseUrl!)

  const database = await openDatabase(config)
  running.push(() => database.stop())
  await migrateDatabase(database.url)
  const demo = await openDemo(config, database.url)
  if (config.cluster === 1) await startServing(database.url)
  else running.push(await (await import('./cluster.ts')).startCluster(config, database.url, log))
  console.log(welcome(config, demo))

  /** Loaded here, so that a mistake in the settings is reported at once, and a cluster's first process stays small. */
  async function startServing(databaseUrl: string) {
    const { serve } = await import('./serve.ts')
    running.push((await serve(config, log, databaseUrl)).stop)
  }
}

async function stopAll(how: { slowly: boolean }) {
  for (const stop of running.splice(0).toReversed()) await stop(how)
}

function explain(error: unknown) {
  console.error(error instanceof StartError ? error.message : error)
}
