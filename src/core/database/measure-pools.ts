import { readGauge } from '../metrics/metrics.ts'

type PoolState = { max: number; idle: number; used: number; waiting: number }

/** Those of the process that are open. */
const pools = new Set<() => PoolState>()

/** @returns what ends it */
export function watchPool(read: () => PoolState): () => void {
  pools.add(read)
  return () => void pools.delete(read)
}

/** Shows the state of all pools of the process, added up. */
export function measurePools(): void {
  const sum = (field: keyof PoolState) => [...pools].reduce((total, read) => total + read()[field], 0)
  readGauge('maxConnections', () => [{ value: sum('max') }])
  readGauge('connectionRequests', () => [{ value: sum('waiting') }])
  readGauge('connections', () =>
    (['idle', 'used'] as const).map((state) => ({ labels: { state }, value: sum(state) })),
  )
}
