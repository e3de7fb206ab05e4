import { setTimeout as sleep } from 'node:timers/promises'
import { isTransientError, type Db, type Tx } from '../database/db.ts'
import type { Log } from '../process/log.ts'
import { startLoop, type Loop } from '../jobs/loop.ts'
import { newId } from '../values/id.ts'
import { LEASE_SECONDS, undoClaim } from './outbox.ts'
import { internalError, type Delivery, type DeliveryKind } from './delivery.ts'
import { retryOrFail } from './retry.ts'

type Options<T> = {
  name: string
  sql: Db
  kind: DeliveryKind
  log: Log
  max: number
  leaseSeconds: number | undefined
  /** ms between two claims without a trigger. */
  intervalMs?: number | undefined
  /** Claims at most `room` deliveries, under the id given. */
  claim: (room: number, id: string) => Promise<T[]>
  deliveriesOf: (claimed: T) => Delivery[]
  /** Makes one attempt, which aborts when `signal` does, and writes its outcome inside `record`. */
  deliver: (claimed: T, signal: AbortSignal, record: Recorder) => Promise<unknown>
  /** Called in the same transaction with the deliveries whose last attempt ended in an error of our own. */
  onInternalError?: (tx: Tx, failed: Delivery[], reason: string) => Promise<void>
  close: () => void
}

/** Claims are delayed while more than this share of `max` is in flight: few large claims cost less than many small ones. */
const BUSY_SHARE = 0.75
const BUSY_DELAY = 20

/** On stop: ms for running deliveries to finish, and then for aborted ones to be recorded. */
const FINISH_MS = 3_000
const ABORT_MS = 2_000

const INTERNAL_ERROR = internalError.in('es')

/** ms between two tries to record an outcome. */
const RECORD_DELAY = 250

/** Runs `write`, retrying it while the database is unavailable. The attempt number fences it: a repeated write changes nothing. */
export type Recorder = <T>(write: () => Promise<T>) => Promise<T>

/** Claims due deliveries and runs them concurrently, so that a slow recipient delays only itself. */
export function startDeliveryLoop<T>(options: Options<T>): Loop {
  const { name, sql, kind, log, max, leaseSeconds = LEASE_SECONDS, intervalMs } = options
  const { claim, deliveriesOf, deliver, onInternalError, close } = options
  const inFlight = new Set<Promise<unknown>>()
  const stopping = new AbortController()
  /** A claim that failed; with a lost connection it may have been committed. */
  let failedClaim: string | null = null
  const loop = startLoop({ name, log, runOnce, intervalMs })
  return { trigger: loop.trigger, stop }

  async function runOnce() {
    if (failedClaim) await undoClaim(sql, kind, failedClaim)
    failedClaim = null
    if (inFlight.size > max * BUSY_SHARE) await sleep(BUSY_DELAY)
    const room = max - inFlight.size
    if (room === 0) return
    for (const claimed of await claimWithId(newId(), room)) start(claimed)
  }

  async function claimWithId(id: string, room: number): Promise<T[]> {
    try {
      return await claim(room, id)
    } catch (error) {
      failedClaim = id
      throw error
    }
  }

  function start(claimed: T) {
    if (stopping.signal.aborted) return
    const record = recorder(leaseSeconds, stopping.signal)
    const work = deliver(claimed, stopping.signal, record)
      .catch((error: unknown) => recordInternalError(deliveriesOf(claimed), error, record))
      .catch((err: unknown) => log.warn({ err, task: name }, 'delivery not recorded, will be made again'))
      .finally(() => {
        inFlight.delete(work)
        loop.trigger()
      })
    inFlight.add(work)
  }

  /**
   * Records an attempt that failed by an error of our own, so that the retry schedule applies. Otherwise it would be claimed
   * again after each lease, without end, and block its recipient. If the database is unavailable, the lease has to expire.
   */
  async function recordInternalError(deliveries: Delivery[], err: unknown, record: Recorder) {
    if (isTransientError(err)) throw err
    log.error({ err, task: name, deliveries: deliveries.map(({ id }) => id) }, 'delivery failed unexpectedly')
    await record(() =>
      sql.begin(async (tx) => {
        const failed = await retryOrFail(tx, deliveries, { reason: INTERNAL_ERROR })
        await onInternalError?.(tx, failed, INTERNAL_ERROR)
      }),
    )
  }

  async function stop() {
    await loop.stop()
    await waitForInFlight(FINISH_MS)
    stopping.abort()
    await waitForInFlight(ABORT_MS)
    close()
  }

  async function waitForInFlight(ms: number) {
    if (inFlight.size === 0) return
    const settled = new AbortController()
    const timeout = sleep(ms, undefined, { signal: settled.signal }).catch(() => {})
    await Promise.race([Promise.all(inFlight), timeout])
    settled.abort()
  }
}

/**
 * Writes an attempt's outcome, and retries while the database is unavailable, until the lease ends or the worker stops. A
 * delivery that was made and not recorded would be made twice.
 */
function recorder(leaseSeconds: number, stopping: AbortSignal): Recorder {
  const end = performance.now() + leaseSeconds * 1000
  return async function record(write) {
    for (;;) {
      try {
        return await write()
      } catch (error) {
        if (!isTransientError(error) || stopping.aborted || performance.now() + RECORD_DELAY > end)
          throw error
        await sleep(RECORD_DELAY, undefined, { signal: stopping }).catch(() => {})
      }
    }
  }
}
