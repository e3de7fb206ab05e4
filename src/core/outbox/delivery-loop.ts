import { setTimeout as sleep } from 'node:timers/promises'
import { isOutage, transaction, type Db, type Tx } from '../database/db.ts'
import type { Log } from '../process/log.ts'
import { startLoop, type Loop } from '../jobs/loop.ts'
import { newId } from '../values/id.ts'
import { LEASE_SECONDS, undoClaim, type Delivery, type DeliveryKind } from './outbox.ts'
import { retryOrFail } from './retry-or-fail.ts'

type Options<T> = {
  name: string
  sql: Db
  kind: DeliveryKind
  log: Log
  /** The maximum of concurrent deliveries in this process. */
  max: number
  leaseSeconds: number | undefined
  /** ms between two claims without a nudge. */
  every?: number | undefined
  /** Claims at most `room` deliveries, under the id given. */
  claim: (room: number, id: string) => Promise<T[]>
  deliveriesOf: (claimed: T) => Delivery[]
  /** Makes one attempt, which aborts when `signal` does, and writes its outcome inside `record`. */
  deliver: (claimed: T, signal: AbortSignal, record: Recorder) => Promise<unknown>
  /** What follows, in the same transaction, when an error of our own broke off their last attempt. */
  onFault?: (tx: Tx, failed: Delivery[], reason: string) => Promise<void>
  /** Called when the loop has stopped. */
  close: () => void
}

/** Above this share of `max` in flight claims are delayed: a few large ones cost less than many small ones. */
const BUSY_SHARE = 0.75
const BUSY_DELAY = 20

/** On stop: ms for running deliveries to finish, and then for aborted ones to be recorded. */
const FINISH_MS = 3_000
const ABORT_MS = 2_000

/** What people read of it. */
const FAULT = 'El servicio tuvo un error al enviarlo'

/** ms between two tries to record an outcome. */
const RECORD_DELAY = 250

/** Runs `write`, which is fenced by the delivery's attempt: written twice, it is recorded once. */
export type Recorder = <T>(write: () => Promise<T>) => Promise<T>

/** Claims due deliveries and runs them concurrently, so that a slow recipient delays only itself. */
export function startDeliveryLoop<T>(options: Options<T>): Loop {
  const { name, sql, kind, log, max, leaseSeconds = LEASE_SECONDS, every } = options
  const { claim, deliveriesOf, deliver, onFault, close } = options
  const inFlight = new Set<Promise<unknown>>()
  const stopping = new AbortController()
  /** A claim that failed; with a lost connection it may have been committed. */
  let failedClaim: string | null = null
  const loop = startLoop({ name, log, turn, every })
  return { nudge: loop.nudge, stop }

  async function turn() {
    if (failedClaim) await undoClaim(sql, kind, failedClaim)
    failedClaim = null
    if (inFlight.size > max * BUSY_SHARE) await sleep(BUSY_DELAY)
    const room = max - inFlight.size
    if (room === 0) return
    for (const claimed of await claimAs(newId(), room)) start(claimed)
  }

  async function claimAs(id: string, room: number): Promise<T[]> {
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
      .catch((error: unknown) => recordFault(deliveriesOf(claimed), error, record))
      .catch((err: unknown) => log.warn({ err, task: name }, 'delivery not recorded, will be made again'))
      .finally(() => {
        inFlight.delete(work)
        loop.nudge()
      })
    inFlight.add(work)
  }

  /**
   * Retries by the schedule what an error of our own has broken off: claimed again with each lease, it would never end, and
   * hold up its recipient. What the database could not record is claimed again when its lease ends.
   */
  async function recordFault(deliveries: Delivery[], err: unknown, record: Recorder) {
    if (isOutage(err)) throw err
    log.error({ err, task: name, deliveries: deliveries.map(({ id }) => id) }, 'delivery failed unexpectedly')
    await record(() =>
      transaction(sql, async (tx) => {
        const failed = await retryOrFail(tx, deliveries, { reason: FAULT })
        await onFault?.(tx, failed, FAULT)
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
        if (!isOutage(error) || stopping.aborted || performance.now() + RECORD_DELAY > end) throw error
        await sleep(RECORD_DELAY, undefined, { signal: stopping }).catch(() => {})
      }
    }
  }
}
