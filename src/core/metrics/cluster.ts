import cluster, { type Worker } from 'node:cluster'
import { merge, render, takeSnapshot, type Snapshot } from './metrics.ts'

type MetricsRequest = { metricsRequest: number }
type MetricsResponse = { metricsResponse: number; snapshot: Snapshot }

/** ms that a web process may take to report; after that its last report is used. */
const REPORT_TIMEOUT = 1_000

/** In a web process of a cluster: sends its metrics to the first process on request. */
export function reportToPrimary(): void {
  process.on('message', (message: Partial<MetricsRequest>) => {
    const id = message?.metricsRequest
    if (id === undefined) return
    void takeSnapshot().then((snapshot) => {
      if (process.connected) process.send!({ metricsResponse: id, snapshot } satisfies MetricsResponse)
    })
  })
}

/** In the first process: merges the metrics of all processes, also of those that exited, so that counters never decrease. */
export function collectFromCluster(): () => Promise<string> {
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
