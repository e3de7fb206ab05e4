import { setTimeout as sleep } from 'node:timers/promises'
import type { Db } from '../database/db.ts'
import { countAttempts } from './delivery-metrics.ts'
import { finish } from './outbox.ts'
import type { Delivery, Outcome } from './delivery.ts'

type Finished = { delivery: Delivery; outcome: Outcome }
type Waiting = Finished & { resolve: () => void; reject: (error: unknown) => void }

/** ms to wait for more successes before a statement. */
const FLUSH_DELAY = 5

/**
 * Marks deliveries as done in batches: one statement and commit per delivery would cost more than the delivery itself
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
        () => Promise.all(batch.map((one) => finishOne(sql, one))),
      )
    }
    busy = false
  }
}

/** Retries the deliveries of a failed batch one by one. */
async function finishOne(sql: Db, { delivery, outcome, resolve, reject }: Waiting) {
  await finish(sql, [delivery], outcome).then(() => resolve(), reject)
}

async function finishAll(sql: Db, batch: Finished[]) {
  await sql`
    update deliveries
    set
      state = 'done', leased_until = null, status = mine.status, duration = mine.duration, reason = null,
      answer = mine.answer,
      finished_at = statement_timestamp()
    from unnest(
      ${batch.map(({ delivery }) => delivery.storeId)}::text[],
      ${batch.map(({ delivery }) => delivery.id)}::text[],
      ${batch.map(({ delivery }) => delivery.attempts)}::int[],
      ${batch.map(({ outcome }) => outcome.status ?? null)}::int[],
      ${batch.map(({ outcome }) => outcome.duration ?? null)}::int[],
      ${batch.map(({ outcome }) => outcome.responseBody ?? null)}::text[]
    ) as mine (store_id, id, attempts, status, duration, answer)
    where deliveries.store_id = mine.store_id
    and deliveries.id = mine.id
    and deliveries.attempts = mine.attempts
    and deliveries.state in ('waiting', 'paused')`
  countAttempts(
    batch.map(({ delivery }) => delivery),
    'done',
  )
}
