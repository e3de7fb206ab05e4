import { transaction, type Db } from '../core/database/db.ts'
import type { Loop } from '../core/jobs/loop.ts'
import { startDeliveryLoop, type Recorder } from '../core/outbox/delivery-loop.ts'
import { claimBatches, finish, type Delivery } from '../core/outbox/outbox.ts'
import { createOutbound, type Outbound } from '../core/outgoing/outgoing.ts'
import type { Log } from '../core/process/log.ts'
import { customerParameters, findCustomerNotice } from '../orders/customer-notice.ts'
import { CUSTOMER_UNREACHABLE } from './refusals.ts'
import { sendTemplate, type CloudApi, type Sent } from './send.ts'
import { recordOutcome } from './record-outcome.ts'

type Options = {
  sql: Db
  log: Log
  api: CloudApi
  publicUrl: string
  paceSeconds?: number
  leaseSeconds?: number
}

const PACE_SECONDS = 6
const MAX_CONCURRENT = 20

/** Delivers the messages about confirmed and sent orders to the customers who asked for them: one for each status. */
export function startCustomerNotices({
  sql,
  log,
  api,
  publicUrl,
  paceSeconds = PACE_SECONDS,
  leaseSeconds,
}: Options): Loop {
  const outbound = createOutbound({ guarded: false })
  return startDeliveryLoop({
    name: 'customers',
    sql,
    kind: 'customer',
    log,
    max: MAX_CONCURRENT,
    leaseSeconds,
    claim: (max, id) =>
      claimBatches(sql, { id, kind: 'customer', max, maxPerBatch: 1, paceSeconds, leaseSeconds }),
    deliveriesOf: (batch) => batch,
    deliver: (batch, signal, record) =>
      deliverNotice({ sql, outbound, api, publicUrl }, batch[0]!, signal, record),
    close: () => outbound.close(),
  })
}

type Dependencies = { sql: Db; outbound: Outbound; api: CloudApi; publicUrl: string }

async function deliverNotice(
  { sql, outbound, api, publicUrl }: Dependencies,
  delivery: Delivery,
  signal: AbortSignal,
  record: Recorder,
) {
  const notice = await findCustomerNotice(sql, delivery.storeId, delivery.subjectId!)
  if (!notice) return record(() => finish(sql, [delivery], {}))
  const sent = await sendTemplate(outbound, api, {
    to: delivery.recipient,
    template: api.customerTemplate,
    parameters: customerParameters(notice, delivery.event, publicUrl),
    correlation: delivery.batchId!,
    signal,
  })
  await record(() => transaction(sql, (tx) => recordOutcome(tx, [delivery], forOwner(sent))))
}

/** Replaces the reason of a refusal, which would name the owner's own number. */
const forOwner = (sent: Sent): Sent => ('reason' in sent ? { ...sent, reason: CUSTOMER_UNREACHABLE } : sent)
