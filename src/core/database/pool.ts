import { setTimeout as wait } from 'node:timers/promises'
import { ConnectionLost, type Connection, isReachable, openConnection } from './connection.ts'
import type { Target } from './connection-string.ts'
import { observe, registerGauge } from '../metrics/metrics.ts'
import { startWait } from '../process/current-request.ts'

export type Pool = ReturnType<typeof createPool>

type PoolOptions = {
  max: number
  application: string
  /** ms without a response after which a connection is dropped: a hung server does not enforce its own timeout. */
  responseTimeout: number
}

const IDLE_MS = 60_000
const LIFETIME_MS = 30 * 60_000
const SWEEP_MS = 1_000
/** ms without a response after which a host is probed, where there are other hosts. */
const PROBE_AFTER_MS = 2_000

const pools = new Set<() => { max: number; idle: number; used: number; waiting: number }>()

export function registerPoolMetrics(): void {
  const sum = (field: 'max' | 'idle' | 'used' | 'waiting') =>
    [...pools].reduce((total, read) => total + read()[field], 0)
  registerGauge('maxConnections', () => [{ value: sum('max') }])
  registerGauge('connectionRequests', () => [{ value: sum('waiting') }])
  registerGauge('connections', () =>
    (['idle', 'used'] as const).map((state) => ({ labels: { state }, value: sum(state) })),
  )
}

/**
 * At most `max` connections to one database, opened on demand and reused last in, first out: the server process that was
 * used last has warm caches, and excess connections go idle and are closed.
 */
export function createPool(target: Target, { max, application, responseTimeout }: PoolOptions) {
  const connections = new Set<Connection>()
  const idle: Connection[] = []
  const waiting: PromiseWithResolvers<Connection>[] = []
  let opening = 0
  let failures = 0
  let retryAt = 0
  let ended: Promise<void> | null = null
  const sweeper = setInterval(sweep, SWEEP_MS).unref()
  const state = () => ({
    max,
    idle: idle.length,
    used: connections.size - idle.length,
    waiting: waiting.length,
  })
  pools.add(state)

  return { acquire, release, failOver, end }

  async function acquire(): Promise<Connection> {
    if (ended) throw new ConnectionLost(new Error('The pool was ended'))
    const connection = idle.pop()
    if (connection) return connection
    const waiter = Promise.withResolvers<Connection>()
    const since = performance.now()
    const endWait = startWait('connection')
    waiting.push(waiter)
    openForWaiting()
    try {
      return await waiter.promise
    } finally {
      endWait()
      observe('connectionWaits', {}, performance.now() - since)
    }
  }

  function release(connection: Connection) {
    if (connection.lost()) return
    connection.lastUsedAt = performance.now()
    const waiter = waiting.shift()
    if (waiter) waiter.resolve(connection)
    else if (ended || connection.lastUsedAt - connection.openedAt > LIFETIME_MS) void connection.end()
    else idle.push(connection)
  }

  /** Opens connections for waiting callers; after a failure one at a time, so that a server can come up. */
  function openForWaiting() {
    while (
      opening < waiting.length &&
      connections.size + opening < max &&
      (failures === 0 || opening === 0)
    ) {
      opening++
      void open()
    }
  }

  async function open() {
    const failuresBefore = failures
    try {
      if (failuresBefore > 0) await wait(Math.max(0, retryAt - performance.now()))
      const connection = await openConnection(target, application, remove)
      const lost = connection.lost()
      if (lost) throw lost // before it was added to `connections`
      failures = 0
      connections.add(connection)
      release(connection)
    } catch (error) {
      failures = failuresBefore + 1
      retryAt = performance.now() + Math.min(50 * 2 ** failuresBefore, 1_000)
      // While there are other connections, waiting callers get one of those.
      if (connections.size === 0) for (const { reject } of waiting.splice(0)) reject(error)
    } finally {
      opening--
      openForWaiting()
    }
  }

  function remove(connection: Connection) {
    if (!connections.delete(connection)) return
    const at = idle.indexOf(connection)
    if (at >= 0) idle.splice(at, 1)
    openForWaiting()
  }

  /** Fails over from a server that became read-only to the new primary, where there are several hosts. */
  function failOver(connection: Connection, reason: Error) {
    if (target.sessionAttributes === 'any') return
    connection.destroy(reason)
    for (const other of idle.slice()) void other.end()
  }

  function sweep() {
    const now = performance.now()
    for (const connection of idle.slice())
      if (now - connection.lastUsedAt > IDLE_MS || now - connection.openedAt > LIFETIME_MS)
        void connection.end()
    for (const connection of connections) {
      const sentAt = connection.sentAt()
      if (sentAt && !connection.isReserved && now - sentAt > responseTimeout)
        connection.destroy(new Error('The database does not respond'))
    }
    if (target.hosts.length > 1) void dropDeadHosts(now - PROBE_AFTER_MS)
  }

  /** Closes connections to hosts that are unreachable: TCP notices a machine without power only after 15 minutes. */
  async function dropDeadHosts(before: number) {
    const silent = [...connections].filter((connection) => (connection.sentAt() ?? before) < before)
    for (const host of new Set(silent.map((connection) => connection.host))) {
      if (await isReachable(host)) continue
      for (const connection of [...connections].filter((one) => one.host === host))
        connection.destroy(new Error('The host of the database does not respond'))
    }
  }

  /** Waits for running statements, `timeout` seconds at most, and closes all connections. */
  function end({ timeout = 20 }: { timeout?: number } = {}): Promise<void> {
    return (ended ??= close(timeout * 1000))
  }

  async function close(timeout: number) {
    clearInterval(sweeper)
    pools.delete(state)
    const closed = (async () => {
      while (connections.size > idle.length || waiting.length > 0) await wait(5)
      await Promise.all([...connections].map((connection) => connection.end()))
    })()
    const late = new AbortController()
    await Promise.race([closed, wait(timeout, undefined, { signal: late.signal }).catch(() => {})])
    late.abort()
    const reason = new Error('The pool was ended')
    for (const connection of connections) connection.destroy(reason)
    for (const { reject } of waiting.splice(0)) reject(new ConnectionLost(reason))
  }
}
