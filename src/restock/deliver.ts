import { transaction, type Db, type Tx } from '../core/database/db.ts'
import type { Loop } from '../core/jobs/loop.ts'
import { hitCounter, type HitCounter } from '../core/limits/rate-limit.ts'
import { startDeliveryLoop, type Recorder } from '../core/outbox/delivery-loop.ts'
import type { Delivery } from '../core/outbox/delivery.ts'
import { claimBatches, finish } from '../core/outbox/outbox.ts'
import { createHttpClient, type HttpClient } from '../core/outgoing/outgoing.ts'
import type { Log } from '../core/process/log.ts'
import { oneLine } from '../orders/notice.ts'
import { UNREACHABLE } from '../whatsapp/errors.ts'
import { restockCaps, sendWithin } from '../whatsapp/limits.ts'
import { unlessOptedOut } from '../whatsapp/opt-outs.ts'
import { recordOutcome } from '../whatsapp/record-outcome.ts'
import { sendTemplate, type CloudApi, type SendResult } from '../whatsapp/send.ts'
import { findWanted, wantedUrl, type Wanted } from './wanted.ts'

type Options = {
  sql: Db
  log: Log
  publicUrl: string
  api: CloudApi
  template: string
  leaseSeconds?: number | undefined
}

const PACE_SECONDS = 6
/** Few, so that many people who wait for one product leave the provider's throughput to messages about orders. */
const MAX_CONCURRENT = 5

/** Delivers the notices to people who wait for a product. */
export function startRestockNotices({ sql, log, leaseSeconds, ...settings }: Options): Loop {
  const httpClient = createHttpClient({ publicOnly: false })
  const hits = hitCounter(sql)
  return startDeliveryLoop({
    name: 'restock',
    sql,
    kind: 'restock',
    log,
    max: MAX_CONCURRENT,
    leaseSeconds,
    claim: (max, id) =>
      claimBatches(sql, {
        id,
        kind: 'restock',
        max,
        maxPerBatch: 1,
        paceSeconds: PACE_SECONDS,
        leaseSeconds,
      }),
    deliveriesOf: (batch) => batch,
    deliver: (batch, signal, record) =>
      deliverNotice({ sql, hits, httpClient, ...settings }, batch[0]!, signal, record),
    close: () => httpClient.close(),
  })
}

type Dependencies = Pick<Options, 'sql' | 'publicUrl' | 'api' | 'template'> & {
  hits: HitCounter
  httpClient: HttpClient
}

async function deliverNotice(
  { sql, hits, httpClient, publicUrl, api, template }: Dependencies,
  delivery: Delivery,
  signal: AbortSignal,
  record: Recorder,
) {
  const { storeId, recipient: to, subjectId, batchId } = delivery
  const wanted = await findWanted(sql, { storeId, variantId: subjectId! })
  if (!wanted?.isAvailable) return record(() => transaction(sql, (tx) => waitAgain(tx, delivery)))
  const parameters = parametersOf(wanted, publicUrl)
  const message = { to, template, parameters, correlation: batchId!, signal }
  const sent = await unlessOptedOut(sql, { to, reason: UNREACHABLE }, () =>
    sendWithin(hits, restockCaps(to), async () =>
      withOwnReason(await sendTemplate(httpClient, api, message)),
    ),
  )
  await record(() => transaction(sql, (tx) => recordOutcome(tx, [delivery], sent)))
}

/** The three parameters of the template: product, store, and the product's page. */
const parametersOf = (wanted: Wanted, publicUrl: string) => [
  oneLine(wanted.name, 120),
  oneLine(wanted.store.name, 60),
  wantedUrl({ publicUrl }, wanted),
]

/** Sold out again before the notice has left: whoever waits keeps their place. */
async function waitAgain(tx: Tx, delivery: Delivery): Promise<void> {
  const [finished] = await finish(tx, [delivery], {})
  if (!finished) return
  const { waitsSince } = delivery.payload as { waitsSince: string }
  await tx`
    insert into restock_requests (store_id, variant_id, phone, created_at)
    select store_id, id, ${delivery.recipient}, ${waitsSince}::timestamptz
    from variants
    where store_id = ${delivery.storeId} and id = ${delivery.subjectId}
    on conflict (store_id, variant_id, phone) do nothing`
}

/** The reasons of the Cloud API's errors are about an owner's notices. */
const withOwnReason = (sent: SendResult): SendResult =>
  'reason' in sent ? { ...sent, reason: UNREACHABLE } : sent
