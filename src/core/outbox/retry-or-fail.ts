import type { Sql } from '../database/db.ts'
import { fail, retryIn } from './outbox.ts'
import type { Delivery, Outcome } from './delivery.ts'
import { nextRetry } from './retry.ts'

/**
 * Schedules the next attempt of each delivery; those without attempts left are recorded as failed.
 * @param last the outcome that is recorded for these
 * @returns the deliveries that failed
 */
export async function retryOrFail(
  sql: Sql,
  deliveries: Delivery[],
  outcome: Outcome,
  { last = outcome, retryAfter = 0 } = {},
): Promise<Delivery[]> {
  const failed: Delivery[] = []
  for (const some of Map.groupBy(deliveries, attemptOf).values()) {
    const wait = nextRetry(some[0]!, retryAfter)
    if (wait === null) failed.push(...(await fail(sql, some, last)))
    else await retryIn(sql, some, wait, outcome)
  }
  return failed
}

/** The number of the attempt since the schedule last started over. */
const attemptOf = ({ attempts, attemptsBefore }: Delivery) => attempts - attemptsBefore
