import { setTimeout as sleep } from 'node:timers/promises'
import { isOutage } from '../database/db.ts'

/** Runs `write`, which is fenced by the delivery's attempt: written twice, it is recorded once. */
export type Recorder = <T>(write: () => Promise<T>) => Promise<T>

/** ms */
const RETRY = 250

/**
 * Writes an attempt's outcome, again and again while the database is away, until the lease ends or the worker stops. A
 * delivery that was made and not recorded would be made twice.
 */
export function recorder(leaseSeconds: number, stopping: AbortSignal): Recorder {
  const end = performance.now() + leaseSeconds * 1000
  return async function record(write) {
    for (;;) {
      try {
        return await write()
      } catch (error) {
        if (!isOutage(error) || stopping.aborted || performance.now() + RETRY > end) throw error
        await sleep(RETRY, undefined, { signal: stopping }).catch(() => {})
      }
    }
  }
}
