import type { Sql } from '../database/db.ts'
import type { Delivery, DeliveryKind, Outcome } from './delivery.ts'
import { fail, retryIn } from './outbox.ts'

const [MINUTE, HOUR] = [60, 3600]

/** Ten attempts over 24 hours, to owners, to customers and to people who wait for a product. */
const messages = [0, 10, 30, MINUTE, 5 * MINUTE, 15 * MINUTE, HOUR, 3 * HOUR, 6 * HOUR, 14 * HOUR]

/** Seconds before each attempt. */
export const schedules: Record<DeliveryKind, readonly number[]> = {
  /** Ten attempts over 75 hours. */
  webhook: [0, 5, 5 * MINUTE, 30 * MINUTE, 2 * HOUR, 5 * HOUR, 10 * HOUR, 14 * HOUR, 20 * HOUR, 24 * HOUR],
  whatsapp: messages,
  customer: messages,
  restock: messages,
  /** Ten attempts over seven hours: an order's notification is of no use much later. */
  push: [0, 10, MINUTE, 5 * MINUTE, 10 * MINUTE, 15 * MINUTE, 30 * MINUTE, HOUR, 2 * HOUR, 3 * HOUR],
  /** Ten attempts over two days: the reading of a payment from its provider. */
  payment: [0, 5, 30, 2 * MINUTE, 10 * MINUTE, 30 * MINUTE, 2 * HOUR, 6 * HOUR, 14 * HOUR, 24 * HOUR],
  /** Seven attempts over three quarters of an hour: the reply to a person's message is of no use much later. */
  answer: [0, 2, 10, 30, 2 * MINUTE, 10 * MINUTE, 30 * MINUTE],
  /** Ten attempts over two days. */
  mail: [0, 30, 5 * MINUTE, 15 * MINUTE, HOUR, 2 * HOUR, 4 * HOUR, 8 * HOUR, 12 * HOUR, 20 * HOUR],
}

type Counted = Pick<Delivery, 'kind' | 'attempts' | 'attemptsBefore'>

/** Null after the last one: by the schedule, or by the receiver's longer `Retry-After`, up to the schedule's longest wait. */
export function nextRetry({ kind, attempts, attemptsBefore }: Counted, retryAfter = 0): number | null {
  const wait = schedules[kind][attempts - attemptsBefore]
  if (wait === undefined) return null
  return Math.min(Math.max(withJitter(wait), retryAfter), withJitter(schedules[kind].at(-1)!))
}

/** Adds up to 10 % of random jitter, so that deliveries that failed together are not retried together. */
const withJitter = (seconds: number) => seconds * (1 + Math.random() / 10)

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
