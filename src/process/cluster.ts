import cluster, { type Worker } from 'node:cluster'
import { once } from 'node:events'
import { setTimeout as wait } from 'node:timers/promises'
import type { Config } from '../core/config/config.ts'
import { RESPONSE_TIMEOUT, connect } from '../core/database/db.ts'
import type { Log } from '../core/process/log.ts'
import { StartError } from '../core/errors/start-error.ts'
import { openMetrics } from './metrics.ts'
import { startWorker } from './worker.ts'

const RESTART_DELAY = 1_000
const CONNECTIONS = 6

/** This process keeps the deliveries for itself. @throws StartError when one exits before it listens; it has printed the reason */
export async function startCluster(config: Config, databaseUrl: string, log: Log) {
  let [starting, stopping] = [true, false]
  const listened = new WeakSet<Worker>()
  const fork = () =>
    cluster.fork({ DATABASE_URL: databaseUrl, DATABASE_URL_FILE: '', WORKER: 'off', DEMO: 'off' })

  const sql = connect(databaseUrl, { max: CONNECTIONS, responseTimeout: RESPONSE_TIMEOUT })
  const metrics = await openMetrics(config, sql)
  cluster.on('listening', (worker) => listened.add(worker))
  cluster.on('exit', (worker, code, signal) => {
    if (stopping || (starting && !listened.has(worker))) return
    log.error({ pid: worker.process.pid, code, signal }, 'a web process ended, starting another')
    void wait(RESTART_DELAY).then(() => stopping || fork())
  })
  await Promise.all(Array.from({ length: config.cluster }, () => listening(fork())))
  starting = false

  const worker = config.worker === 'in-process' ? startWorker({ config, sql, log }) : null

  return async function stop() {
    stopping = true
    await Promise.all([...processes().map(ended), worker?.stop()])
    metrics?.stop()
    await sql.end({ timeout: 2 })
  }
}

async function listening(worker: Worker) {
  const exited = once(worker, 'exit').then(() => {
    throw new StartError('A web process could not start')
  })
  await Promise.race([once(worker, 'listening'), exited])
  exited.catch(() => {}) // from now on its end is the cluster's matter
}

async function ended(worker: Worker) {
  if (worker.isDead()) return
  const exit = once(worker, 'exit')
  worker.process.kill('SIGTERM')
  await exit
}

const processes = () => Object.values(cluster.workers ?? {}).filter((worker) => worker !== undefined)
