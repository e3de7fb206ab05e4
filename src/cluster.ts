import cluster, { type Worker } from 'node:cluster'
import { once } from 'node:events'
import { setTimeout as wait } from 'node:timers/promises'
import type { Log } from './core/log.ts'
import { StartError } from './core/start-error.ts'

const RESTART_PAUSE = 1_000

/**
 * Starts `count` web processes that share the port, and another one for each that dies.
 * @throws StartError when one does not get as far as listening; it has said why itself
 */
export async function startCluster(count: number, databaseUrl: string, log: Log) {
  let stopping = false
  const fork = () => cluster.fork({ DATABASE_URL: databaseUrl, WORKER: 'off', DEMO: 'off' })

  await Promise.all(Array.from({ length: count }, () => listening(fork())))
  cluster.on('exit', (worker, code, signal) => {
    if (stopping) return
    log.error({ pid: worker.process.pid, code, signal }, 'a web process ended, starting another')
    void wait(RESTART_PAUSE).then(() => stopping || fork())
  })

  return async function stop() {
    stopping = true
    await Promise.all(workers().map(ended))
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

const workers = () => Object.values(cluster.workers ?? {}).filter((worker) => worker !== undefined)
