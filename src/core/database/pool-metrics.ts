import { registerGauge } from '../metrics/metrics.ts'

type PoolState = { max: number; idle: number; used: number; waiting: number }

/** The open pools of this process. */
const pools = new Set<() => PoolState>()

/** @returns the function that removes the pool again */
export function registerPool(read: () => PoolState): () => void {
  pools.add(read)
  return () => void pools.delete(read)
}

/** Shows the state of all pools of the process, added up. */
export function registerPoolMetrics(): void {
  const sum = (field: keyof PoolState) => [...pools].reduce((total, read) => total + read()[field], 0)
  registerGauge('maxConnections', () => [{ value: sum('max') }])
  registerGauge('connectionRequests', () => [{ value: sum('waiting') }])
  registerGauge('connections', () =>
    (['idle', 'used'] as const).map((state) => ({ labels: { state }, value: sum(state) })),
  )
}
