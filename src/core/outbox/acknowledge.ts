import { setTimeout as sleep } from 'node:timers/promises'
import type { Db } from '../database/db.ts'
import { finishAll, type Attempted } from './outbox.ts'
import type { Delivery, Outcome } from './delivery.ts'

type Waiting = Attempted & { resolve: () => void; reject: (error: unknown) => void }

const FLUSH_DELAY = 5

/**
 * Records successes in batches: one statement and commit per delivery would cost more than the delivery itself
 * (`bench/deliveries.ts`).
 */
export function batchedAcknowledgement(sql: Db) {
  let waiting: Waiting[] = []
  let busy = false

  return function acknowledge(delivery: Delivery, outcome: Outcome): Promise<void> {
    return new Promise((resolve, reject) => {
      waiting.push({ delivery, outcome, resolve, reject })
      if (!busy) void flush()
    })
  }

  async function flush() {
    busy = true
    while (waiting.length > 0) {
      await sleep(FLUSH_DELAY)
      const batch = waiting
      waiting = []
      await finishAll(sql, batch).then(
        () => batch.forEach(({ resolve }) => resolve()),
        () => Promise.all(batch.map((one) => finishAll(sql, [one]).then(() => one.resolve(), one.reject))),
      )
    }
    busy = false
  }
}
