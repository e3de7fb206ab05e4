import type { Sql } from '../core/database/db.ts'
import { fail, finish, retryIn, type Delivery } from '../core/outbox/outbox.ts'
import { nextRetry } from '../core/outbox/retry.ts'
import { NO_RESPONSE } from './refusals.ts'
import type { Sent } from './send.ts'

type Recorded = { sent: Delivery[]; failed: { deliveries: Delivery[]; reason: string }[] }

/** Records the outcome of a batch: accepted, to be retried, or failed for good. */
export async function recordOutcome(tx: Sql, batch: Delivery[], sent: Sent): Promise<Recorded> {
  const outcome = { ...sent, reason: 'reason' in sent ? sent.reason : null }
  const recorded: Recorded = { sent: [], failed: [] }
  if (sent.outcome === 'interrupted') await retryIn(tx, batch, 0, outcome)
  else if (sent.outcome === 'accepted') recorded.sent = await finish(tx, batch, outcome)
  else if (sent.outcome === 'refused' && !sent.isTransient)
    recorded.failed = [{ deliveries: await fail(tx, batch, outcome), reason: sent.reason }]
  else {
    // Deliveries of one batch can be at different attempts: each follows its own place in the schedule.
    for (const deliveries of Map.groupBy(batch, ({ attempts }) => attempts).values()) {
      const wait = nextRetry(deliveries[0]!, 'wait' in sent ? (sent.wait ?? 0) : 0)
      if (wait !== null) await retryIn(tx, deliveries, wait, outcome)
      else {
        const failed = await fail(tx, deliveries, { ...outcome, reason: NO_RESPONSE })
        recorded.failed.push({ deliveries: failed, reason: NO_RESPONSE })
      }
    }
  }
  return recorded
}
