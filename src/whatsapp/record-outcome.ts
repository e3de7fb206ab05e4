import type { Sql } from '../core/database/db.ts'
import { fail, finish, retryIn } from '../core/outbox/outbox.ts'
import type { Delivery } from '../core/outbox/delivery.ts'
import { retryOrFail } from '../core/outbox/retry.ts'
import { NO_RESPONSE } from './errors.ts'
import type { SendResult } from './send.ts'

type Recorded = { sent: Delivery[]; failed: { deliveries: Delivery[]; reason: string }[] }

/** Records the outcome of a batch: accepted, to be retried, or failed for good. */
export async function recordOutcome(tx: Sql, batch: Delivery[], sent: SendResult): Promise<Recorded> {
  const outcome = { ...sent, reason: 'reason' in sent ? sent.reason : null }
  const recorded: Recorded = { sent: [], failed: [] }
  if (sent.outcome === 'interrupted') await retryIn(tx, batch, 0, outcome)
  else if (sent.outcome === 'accepted') recorded.sent = await finish(tx, batch, outcome)
  else if (isFinal(sent))
    recorded.failed = [{ deliveries: await fail(tx, batch, outcome), reason: sent.reason }]
  else {
    const last = { ...outcome, reason: NO_RESPONSE }
    const retryAfter = 'wait' in sent ? (sent.wait ?? 0) : 0
    const deliveries = await retryOrFail(tx, batch, outcome, { last, retryAfter })
    recorded.failed = [{ deliveries, reason: NO_RESPONSE }]
  }
  return recorded
}

const isFinal = (sent: Extract<SendResult, { reason: string }>): boolean =>
  sent.outcome !== 'unanswered' && !(sent.outcome === 'rejected' && sent.isTransient)
