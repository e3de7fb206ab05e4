import { count, metricsAreOn, observe, registerGauge } from '../metrics/metrics.ts'
import type { Db } from '../database/db.ts'
import { listDue, listPending } from './due.ts'
import { DELIVERY_KINDS, type Delivery } from './delivery.ts'

/** Counts these attempts; of successes, how long they took since the delivery was enqueued. @returns the deliveries */
export function countAttempts(deliveries: Delivery[], state: 'done' | 'waiting' | 'failed'): Delivery[] {
  if (!metricsAreOn()) return deliveries
  const result = state === 'waiting' ? 'retry' : state
  for (const { kind, createdAt, attemptsBefore } of deliveries) {
    count('deliveries', { kind, result })
    if (state === 'done' && attemptsBefore === 0)
      observe('deliveryTimes', { kind }, Math.max(0, Date.now() - Date.parse(createdAt)))
  }
  return deliveries
}

export function registerQueueMetrics(sql: Db): void {
  registerGauge('pending', async () => {
    const pending = new Map((await listPending(sql)).map(({ kind, count }) => [kind, count]))
    return DELIVERY_KINDS.map((kind) => ({ labels: { kind }, value: pending.get(kind) ?? 0 }))
  })
  registerGauge('oldestDue', async () => {
    const since = new Map((await listDue(sql)).map((due) => [due.kind, due.since]))
    return DELIVERY_KINDS.map((kind) => ({ labels: { kind }, value: secondsSince(since.get(kind)) }))
  })
}

const secondsSince = (instant: string | undefined) =>
  instant === undefined ? 0 : Math.max(0, (Date.now() - Date.parse(instant)) / 1000)
