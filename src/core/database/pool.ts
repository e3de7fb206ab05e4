import { setTimeout as wait } from 'node:timers/promises'
import { ConnectionLost, type Connection, isReachable, openConnection } from './connection.ts'
import type { Target } from './connection-string.ts'
import { observe } from '../metrics/metrics.ts'
import { startWait } from '../process/current-request.ts'
import { watchPool } from './measure-pools.ts'

export type Pool = ReturnType<typeof createPool>

type PoolOptions = {
  max: number
  application: string
  /** ms without an answer after which a connection is dropped: a hung server does not enforce its own time-out. */
  answerTimeout: number
}

const IDLE_MS = 60_000
const LIFETIME_MS = 30 * 60_000
const SWEEP_MS = 1_000
/** ms without an answer after which a host is asked whether it is still there, where there are others. */
const SILENCE_MS = 2_000

/**
 * At most `max` connections to one database, opened on demand and reused last in, first out: the server process that was
 * used last has warm caches, and excess connections stay idle and are closed.
 */
export function createPool(target: Target, { max, application, answerTimeout }: PoolOptions) {
  const all = new Set<Connection>()
  const idle: Connection[] = []
  const waiting: PromiseWithResolvers<Connection>[] = []
  let opening = 0
  let failures = 0
  let retryAt = 0
  let ended: Promise<void> | null = null
  const sweeper = setInterval(closeIdleAndHung, SWEEP_MS).unref()
  const unwatch = watchPool(() => ({
    max,
    idle: idle.length,
    used: all.size - idle.length,
    waiting: waiting.length,
  }))

  return { acquire, release, renew, end }

  /** A connection for the caller alone, until it is released. */
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
    connection.usedAt = Date.now()
    const waiter = waiting.shift()
    if (waiter) waiter.resolve(connection)
    else if (ended || connection.usedAt - connection.openedAt > LIFETIME_MS) void connection.end()
    else idle.push(connection)
  }

  /** Opens connections for waiting callers; after a failure one at a time, so that a server can come up. */
  function openForWaiting() {
    while (opening < waiting.length && all.size + opening < max && (failures === 0 || opening === 0)) {
      opening++
      void open()
    }
  }

  async function open() {
    const before = failures
    try {
      if (before > 0) await wait(Math.max(0, retryAt - Date.now()))
      const connection = await openConnection(target, application, remove)
      const lost = connection.lost()
      if (lost) throw lost // It was lost before it was added to `all`.
      failures = 0
      all.add(connection)
      release(connection)
    } catch (error) {
      failures = before + 1
      retryAt = Date.now() + Math.min(50 * 2 ** before, 1_000)
      // While there are other connections, waiting callers get one of those.
      if (all.size === 0) for (const { reject } of waiting.splice(0)) reject(error)
    } finally {
      opening--
      openForWaiting()
    }
  }

  function remove(connection: Connection) {
    if (!all.delete(connection)) return
    const at = idle.indexOf(connection)
    if (at >= 0) idle.splice(at, 1)
    openForWaiting()
  }

  /** Fails over from a server that became read-only to the new primary, where there are several hosts. */
  function renew(connection: Connection, reason: Error) {
    if (target.sessionAttributes === 'any') return
    connection.destroy(reason)
    for (const other of idle.slice()) void other.end()
  }

  function closeIdleAndHung() {
    const now = Date.now()
    for (const connection of idle.slice())
      if (now - connection.usedAt > IDLE_MS || now - connection.openedAt > LIFETIME_MS) void connection.end()
    for (const connection of all) {
      const askedAt = connection.askedAt()
      if (askedAt && now - askedAt > answerTimeout)
        connection.destroy(new Error('The database does not answer'))
    }
    if (target.hosts.length > 1) void leaveDeadHosts(now - SILENCE_MS)
  }

  /** The network would give up its connections to a machine without power only after a quarter of an hour. */
  async function leaveDeadHosts(before: number) {
    const silent = [...all].filter((connection) => (connection.askedAt() ?? before) < before)
    for (const host of new Set(silent.map((connection) => connection.host))) {
      if (await isReachable(host)) continue
      for (const connection of [...all].filter((one) => one.host === host))
        connection.destroy(new Error('The machine of the database does not answer'))
    }
  }

  /** Waits for running statements, `timeout` seconds at most, and closes all connections. */
  function end({ timeout = 20 }: { timeout?: number } = {}): Promise<void> {
    return (ended ??= close(timeout * 1000))
  }

  async function close(timeout: number) {
    clearInterval(sweeper)
    unwatch()
    const closed = (async () => {
      while (all.size > idle.length || waiting.length > 0) await wait(5)
      await Promise.all([...all].map((connection) => connection.end()))
    })()
    const late = new AbortController()
    await Promise.race([closed, wait(timeout, undefined, { signal: late.signal }).catch(() => {})])
    late.abort()
    const reason = new Error('The pool was ended')
    for (const connection of all) connection.destroy(reason)
    for (const { reject } of waiting.splice(0)) reject(new ConnectionLost(reason))
  }
}
