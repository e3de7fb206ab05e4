import cluster from 'node:cluster'
import { statfs } from 'node:fs/promises'
import type { Config } from '../core/config/config.ts'
import { registerPoolMetrics } from '../core/database/pool.ts'
import { RELEASE } from '../core/process/release.ts'
import type { Db } from '../core/database/db.ts'
import { reportToPrimary, collectFromCluster } from '../core/metrics/cluster.ts'
import { enableMetrics, registerGauge } from '../core/metrics/metrics.ts'
import { serveMetrics } from '../core/metrics/server.ts'
import { registerQueueMetrics } from '../core/outbox/delivery-metrics.ts'
import { isReady } from '../features/health/ready.ts'
import { registerInboundMetrics } from '../features/whatsapp/inbound-metrics.ts'

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
