import cluster, { type Worker } from 'node:cluster'
import { statfs } from 'node:fs/promises'
import type { Config } from '../core/config/config.ts'
import { registerPoolMetrics } from '../core/database/pool.ts'
import { RELEASE } from '../core/process/release.ts'
import type { Db } from '../core/database/db.ts'
import {
  enableMetrics,
  registerGauge,
  merge,
  render,
  takeSnapshot,
  type Snapshot,
} from '../core/metrics/metrics.ts'
import { registerQueueMetrics } from '../core/outbox/delivery-metrics.ts'
import { isReady } from '../features/health/ready.ts'
import { registerInboundMetrics } from '../features/whatsapp/inbound-metrics.ts'
import { once } from 'node:events'
import { portError } from '../core/process/ports.ts'
import { throttle } from '../core/process/throttle.ts'

/** Counts from now on, where METRICS_PORT is set; call it before anything that is measured. */
export async function startMeasuring({ metrics }: Pick<Config, 'metrics'>): Promise<void> {
  if (!metrics) return
  await enableMetrics()
  registerPoolMetrics()
  if (cluster.isWorker) reportToPrimary()
}

export async function openMetrics(
  { metrics, dataDir }: Pick<Config, 'metrics' | 'dataDir'>,
  sql: Db,
): Promise<{ stop: () => void } | null> {
  if (!metrics || cluster.isWorker) return null
  registerQueueMetrics(sql)
  registerInboundMetrics(sql)
  registerGauge('ready', async () => [{ value: (await isReady(sql)) ? 1 : 0 }])
  registerGauge('build', () => [{ labels: { version: RELEASE, node: process.version }, value: 1 }])
  registerGauge('diskFree', async () => [{ value: (await disk(dataDir)).free }])
  registerGauge('diskSize', async () => [{ value: (await disk(dataDir)).size }])
  return serveMetrics({ ...metrics, metrics: collectFromCluster() })
}

async function disk(path: string) {
  const { bavail, blocks, bsize } = await statfs(path)
  return { free: bavail * bsize, size: blocks * bsize }
}

type Options = { host: string; port: number; metrics: () => Promise<string> }

/** ms for which a scrape's result is reused: each one queries the database. */
const MAX_AGE = 1_000

/** Serves `/metrics` on a separate port, which only the monitoring should reach. @throws StartError */
async function serveMetrics({ host, port, metrics }: Options): Promise<{ stop: () => void }> {
  const text = throttle(MAX_AGE, metrics)
  const { createServer } = await import('node:http')
  const server = createServer({ requestTimeout: 10_000 }, (request, response) => {
    if (request.url?.split('?')[0] !== '/metrics') return void response.writeHead(404).end()
    if (!['GET', 'HEAD'].includes(request.method!))
      return void response.writeHead(405, { allow: 'GET' }).end()
    text().then(
      (body) =>
        response.writeHead(200, { 'content-type': 'text/plain; version=0.0.4; charset=utf-8' }).end(body),
      () => response.writeHead(500).end(),
    )
  })
  try {
    server.listen(port, host)
    await once(server, 'listening')
  } catch (error) {
    throw portError(error, { variable: 'METRICS_PORT', hostVariable: 'METRICS_HOST', host, port })
  }
  function stop() {
    server.close()
    server.closeAllConnections()
  }
  return { stop }
}

type MetricsRequest = { metricsRequest: number }
type MetricsResponse = { metricsResponse: number; snapshot: Snapshot }

const REPORT_TIMEOUT = 1_000

/** In a web process of a cluster: sends its metrics to the first process on request. */
function reportToPrimary(): void {
  process.on('message', (message: Partial<MetricsRequest>) => {
    const id = message?.metricsRequest
    if (id === undefined) return
    void takeSnapshot().then((snapshot) => {
      if (process.connected) process.send!({ metricsResponse: id, snapshot } satisfies MetricsResponse)
    })
  })
}

/** In the first process: merges the metrics of all processes, also of those that exited, so that counters never decrease. */
function collectFromCluster(): () => Promise<string> {
  const last = new Map<Worker, Snapshot>()
  const waiting = new Map<number, (snapshot: Snapshot) => void>()
  let exited: Snapshot[] = []
  let requests = 0
  cluster.on('message', (_worker, message: Partial<MetricsResponse>) => {
    if (message?.snapshot) waiting.get(message.metricsResponse!)?.(message.snapshot)
  })
  cluster.on('exit', (worker) => {
    const isSum = ({ type }: Snapshot[number]) => ['counter', 'histogram'].includes(String(type))
    exited = [...exited, (last.get(worker) ?? []).filter(isSum)]
    last.delete(worker)
  })

  return async function metrics() {
    const workers = Object.values(cluster.workers ?? {}).filter((worker) => worker?.isConnected())
    await Promise.all(workers.map((worker) => requestMetrics(worker!)))
    exited = [await merge(exited)]
    return render([await takeSnapshot(), ...last.values(), ...exited])
  }

  async function requestMetrics(worker: Worker) {
    const id = ++requests
    const timeout = Promise.withResolvers<null>()
    const timer = setTimeout(() => timeout.resolve(null), REPORT_TIMEOUT)
    const response = new Promise<Snapshot>((resolve) => waiting.set(id, resolve))
    worker.send({ metricsRequest: id } satisfies MetricsRequest, () => {}) // it may be ending
    const snapshot = await Promise.race([response, timeout.promise])
    clearTimeout(timer)
    waiting.delete(id)
    if (snapshot && !worker.isDead()) last.set(worker, snapshot)
  }
}
