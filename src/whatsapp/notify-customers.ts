import { transaction, type Db } from '../core/database/db.ts'
import type { Loop } from '../core/jobs/loop.ts'
import { hitCounter, type HitCounter, type Limit } from '../core/limits/rate-limit.ts'
import { startDeliveryLoop, type Recorder } from '../core/outbox/delivery-loop.ts'
import { claimBatches, fail, finish } from '../core/outbox/outbox.ts'
import type { Delivery } from '../core/outbox/delivery.ts'
import { createHttpClient, type HttpClient } from '../core/outgoing/outgoing.ts'
import type { Log } from '../core/process/log.ts'
import { customerParameters, findCustomerNotice } from '../orders/customer-notice.ts'
import type { Plan } from '../stores/store.ts'
import { CUSTOMER_UNREACHABLE, tooManyToCustomers } from './errors.ts'
import { sendTemplate, type CloudApi, type SendResult } from './send.ts'
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

/**
 * How many messages a shop may send to customers in a day. Each costs the operator, and orders can be made for anybody's number.
 */
const limitOf = (plan: Plan): Limit => ({
  name: 'customer-notice',
  max: plan === 'free' ? 100 : 2_000,
  seconds: 86_400,
})

/** The attempts of one delivery: its retries end within 27 hours. */
const attempts: Limit = { name: 'customer-notice-attempts', max: Infinity, seconds: 2 * 86_400 }

/** Delivers the messages about confirmed and sent orders to the customers who asked for them: one for each status. */
export function startCustomerNotices({
  sql,
  log,
  api,
  publicUrl,
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
      deliverNotice({ sql, hits, httpClient, api, publicUrl }, batch[0]!, signal, record),
    close: () => httpClient.close(),
  })
}

type Dependencies = { sql: Db; hits: HitCounter; httpClient: HttpClient; api: CloudApi; publicUrl: string }

async function deliverNotice(
  { sql, hits, httpClient, api, publicUrl }: Dependencies,
  delivery: Delivery,
  signal: AbortSignal,
  record: Recorder,
) {
  const notice = await findCustomerNotice(sql, delivery)
  if (!notice) return record(() => finish(sql, [delivery], {}))
  const limit = limitOf(notice.plan)
  if (await isTooMany(hits, limit, delivery))
    return record(() => fail(sql, [delivery], { reason: tooManyToCustomers(limit.max) }))
  const sent = await sendTemplate(httpClient, api, {
    to: delivery.recipient,
    template: api.customerTemplate,
    parameters: customerParameters(notice, delivery.event, publicUrl),
    correlation: delivery.batchId!,
    signal,
  })
  await record(() => transaction(sql, (tx) => recordOutcome(tx, [delivery], withCustomerReason(sent))))
}

/**
 * Counts a message once, however its attempts end. A process that dies between the two statements leaves it uncounted: one
 * message too many is better than one that was counted twice and not sent.
 */
async function isTooMany(hits: HitCounter, limit: Limit, { id, storeId }: Delivery): Promise<boolean> {
  if ((await hits.count(attempts, id)).hitNumber > 1) return false
  return (await hits.count(limit, storeId)).hitNumber > limit.max
}

/** Replaces the reason of a failure, whose text is about the owner's number, by one about the customer's. */
const withCustomerReason = (sent: SendResult): SendResult =>
  'reason' in sent ? { ...sent, reason: CUSTOMER_UNREACHABLE } : sent
