import cluster, { type Worker } from 'node:cluster'
import { merge, render, takeSnapshot, type Snapshot } from './metrics.ts'

type Question = { metricsAsked: number }
type Answer = { metricsAnswer: number; snapshot: Snapshot }

/** ms that a web process may take to report; after that its last report is used. */
const REPORT_TIMEOUT = 1_000

/** In a web process of a cluster: sends its metrics to the first process on request. */
export function reportToPrimary(): void {
  process.on('message', (message: Partial<Question>) => {
    const id = message?.metricsAsked
    if (id === undefined) return
    void takeSnapshot().then((snapshot) => {
      if (process.connected) process.send!({ metricsAnswer: id, snapshot } satisfies Answer)
    })
  })
}

/** In the first process: merges the metrics of all processes, also of those that exited, so that counters never decrease. */
export function collectFromCluster(): () => Promise<string> {
  const last = new Map<Worker, Snapshot>()
  const waiting = new Map<number, (snapshot: Snapshot) => void>()
  let exited: Snapshot[] = []
  let questions = 0
  cluster.on('message', (_worker, message: Partial<Answer>) => {
    if (message?.snapshot) waiting.get(message.metricsAnswer!)?.(message.snapshot)
  })
  cluster.on('exit', (worker) => {
    const isSum = ({ type }: Snapshot[number]) => ['counter', 'histogram'].includes(String(type))
    exited = [...exited, (last.get(worker) ?? []).filter(isSum)]
    last.delete(worker)
  })

  return async function metrics() {
    const workers = Object.values(cluster.workers ?? {}).filter((worker) => worker?.isConnected())
    await Promise.all(workers.map((worker) => ask(worker!)))
    exited = [await merge(exited)]
    return render([await takeSnapshot(), ...last.values(), ...exited])
  }

  async function ask(worker: Worker) {
    const id = ++questions
    const late = Promise.withResolvers<null>()
    const timer = setTimeout(() => late.resolve(null), REPORT_TIMEOUT)
    const answer = new Promise<Snapshot>((resolve) => waiting.set(id, resolve))
    worker.send({ metricsAsked: id } satisfies Question, () => {}) // it may be ending
    const snapshot = await Promise.race([answer, late.promise])
    clearTimeout(timer)
    waiting.delete(id)
    if (snapshot && !worker.isDead()) last.set(worker, snapshot)
  }
}
