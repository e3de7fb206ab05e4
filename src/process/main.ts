import cluster from 'node:cluster'
import closeWithGrace from 'close-with-grace'
import { portsOf, readConfig } from '../core/config/config.ts'
import { createLog } from '../core/process/log.ts'
import { requirePort } from '../core/process/ports.ts'
import { outageOf, sentenceOf } from '../core/errors/outage.ts'
import { messageOf, StartError } from '../core/errors/start-error.ts'
import { causeOf, migrateDatabase, openDatabase } from './database.ts'
import { startMeasuring } from './metrics.ts'
import { openDemo, welcome } from './welcome.ts'

type Stop = (how: { slowly: boolean }) => Promise<void>

const MAX_STOP_MS = 14_000

/** The functions that stop the parts of the service, in the order in which these started. */
const running: Stop[] = []
let isStopping = false

closeWithGrace({ delay: MAX_STOP_MS, logger: false }, async ({ signal, err }) => {
  isStopping = true
  if (err) explain(err)
  // SIGINT comes from a terminal: there is no load balancer to wait for.
  await stopAll({ slowly: signal === 'SIGTERM' })
})

try {
  await start()
} catch (error) {
  if (!isStopping) await fail(error) // else the stop of its database is the reason
}

/** The database, its migrations, and the server; each is stopped in reverse. */
async function start() {
  const config = readConfig()
  const log = createLog(config.logLevel)
  await startMeasuring(config)
  if (cluster.isWorker) return await startPart(startServing(config.databaseUrl!))

  // Before the set-up of a new database, which takes a minute on a busy machine.
  for (const port of portsOf(config)) await requirePort(port)
  // It loads while PostgreSQL starts; startServing reports a failure. A cluster's first process stays small without it.
  if (config.cluster === 1) import('./serve.ts').catch(() => {})
  const opening = openDatabase(config, step)
  await startPart(opening.then((opened) => () => opened.stop()))
  const database = await opening
  const demo = await fillDatabase(database.url).catch(async (error) => {
    throw await causeOf(error, config)
  })
  if (isStopping) return
  step('Starting the service')
  await startPart(config.cluster === 1 ? startServing(database.url) : startProcesses(database.url))
  if (!isStopping) console.log(welcome(config, demo))

  async function fillDatabase(url: string) {
    if (config.databaseUrl === null) step('Preparing its tables')
    await migrateDatabase(url, (reason) => log.warn(reason))
    return await openDemo(config, url, step)
  }

  /** Loaded after the settings were read, so that a mistake in them is reported at once. */
  async function startServing(databaseUrl: string) {
    const { serve } = await import('./serve.ts')
    return (await serve(config, log, databaseUrl)).stop
  }

  async function startProcesses(databaseUrl: string) {
    const { startCluster } = await import('./cluster.ts')
    return startCluster(config, databaseUrl, log)
  }
}

function step(text: string) {
  console.log(`${text} …`)
}

/** A stop during its start waits until it has started, so that its database is there until it has ended. */
async function startPart(starting: Promise<Stop>) {
  const stop: Stop = async (how) => (await starting.catch(() => null))?.(how)
  running.push(stop)
  await starting
}

async function fail(error: unknown): Promise<never> {
  explain(error)
  await stopAll({ slowly: false })
  process.exit(1)
}

async function stopAll(how: { slowly: boolean }) {
  for (const stop of running.splice(0).toReversed()) await stop(how)
}

function explain(error: unknown) {
  const outage = error instanceof StartError ? null : outageOf(error)
  if (outage) console.error(`${sentenceOf(outage)} (${messageOf(error)})`)
  else console.error(error instanceof StartError ? error.message : error)
}
