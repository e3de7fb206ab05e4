import { transaction, type Db } from '../core/database/db.ts'
import type { Loop } from '../core/jobs/loop.ts'
import { hitCounter, type HitCounter } from '../core/limits/rate-limit.ts'
import { startDeliveryLoop, type Recorder } from '../core/outbox/delivery-loop.ts'
import { claimBatches, finish } from '../core/outbox/outbox.ts'
import type { Delivery } from '../core/outbox/delivery.ts'
import { createHttpClient, type HttpClient } from '../core/outgoing/outgoing.ts'
import type { Log } from '../core/process/log.ts'
import { customerParameters, findCustomerNotice } from '../orders/customer-notice.ts'
import { CUSTOMER_OPTED_OUT, CUSTOMER_UNREACHABLE } from './errors.ts'
import { customerCaps, sendWithin } from './limits.ts'
import { unlessOptedOut } from './opt-outs.ts'
import { sendTemplate, type CloudApi, type SendResult } from './send.ts'
import { recordOutcome } from './record-outcome.ts'

type Options = {
  sql: Db
  log: Log
  api: CloudApi
  paceSeconds?: number
  leaseSeconds?: number
}

const PACE_SECONDS = 6
const MAX_CONCURRENT = 20

/** Delivers the messages about confirmed and sent orders to the customers who want them: one for each status. */
export function startCustomerNotices({
  sql,
  log,
  api,
  paceSeconds = PACE_SECONDS,
  leaseSeconds,
}: Options): Loop {
  const httpClient = createHttpClient({ publicOnly: false })
  const hits = hitCounter(sql)
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
      deliverNotice({ sql, hits, httpClient, api }, batch[0]!, signal, record),
    close: () => httpClient.close(),
  })
}

type Dependencies = { sql: Db; hits: HitCounter; httpClient: HttpClient; api: CloudApi }

async function deliverNotice(
  { sql, hits, httpClient, api }: Dependencies,
  delivery: Delivery,
  signal: AbortSignal,
  record: Recorder,
) {
  const notice = await findCustomerNotice(sql, delivery)
  if (!notice) return record(() => finish(sql, [delivery], {}))
  const message = {
    to: delivery.recipient,
    template: api.customerTemplate,
    parameters: customerParameters(notice, delivery.event),
    correlation: delivery.batchId!,
    signal,
  }
  const { storeId, recipient: to } = delivery
  const sent = await unlessOptedOut(sql, { to, reason: CUSTOMER_OPTED_OUT }, async () =>
    sendWithin(hits, await customerCaps(sql, storeId, to), async () =>
      withCustomerReason(await sendTemplate(httpClient, api, message)),
    ),
  )
  await record(() => transaction(sql, (tx) => recordOutcome(tx, [delivery], sent)))
}

/** Replaces the reason of a failure, whose text is about the owner's number, by one about the customer's. */
const withCustomerReason = (sent: SendResult): SendResult =>
  'reason' in sent ? { ...sent, reason: CUSTOMER_UNREACHABLE } : sent
