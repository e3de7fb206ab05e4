import type { Config } from '../../core/config/config.ts'
import { fairQueue, QueueFull } from '../../core/concurrency/fair-queue.ts'
import { hasIdAmong, transaction, type Db, type Tx } from '../../core/database/db.ts'
import type { Loop } from '../../core/jobs/loop.ts'
import { startDeliveryLoop, type Recorder } from '../../core/outbox/delivery-loop.ts'
import { claim, fail, finish, retryIn } from '../../core/outbox/outbox.ts'
import type { Delivery } from '../../core/outbox/delivery.ts'
import { purge } from '../../core/outbox/recipient.ts'
import { retryOrFail } from '../../core/outbox/retry.ts'
import { hostPauses } from '../../core/outgoing/host-pauses.ts'
import { pauses, queues } from '../../core/concurrency/fairness.ts'
import {
  createHttpClient,
  NoReply,
  retryAfter,
  type HttpClient,
  type Reply,
} from '../../core/outgoing/outgoing.ts'
import type { Log } from '../../core/process/log.ts'
import type { Language } from '../../core/texts/language.ts'
import { t, wordingIn, type Localized, type Wording } from '../../core/texts/text.ts'
import { TEST } from './subscription.ts'
import { findVapidKeys, type VapidKeys } from './vapid.ts'
import { formatAmount } from '../../core/values/money.ts'
import { toOrder } from '../orders/order-row.ts'
import { fromSnapshot } from '../orders/snapshot.ts'

type Options = {
  sql: Db
  log: Log
  config: Pick<Config, 'vapid' | 'allowPrivateDestinations'>
  leaseSeconds?: number
}

const MAX_CONCURRENT = 1000
const MAX_PER_DEVICE = 2

/** Seconds that the push service keeps a message for an offline device. */
const TTL = 12 * 3600

export function startPushes({ sql, log, config, leaseSeconds }: Options): Loop {
  const httpClient = createHttpClient({ publicOnly: !config.allowPrivateDestinations })
  const dependencies = {
    sql,
    httpClient,
    config,
    inTurn: fairQueue(queues.pushes),
    viaHost: hostPauses(pauses.pushes),
  }
  return startDeliveryLoop({
    name: 'pushes',
    sql,
    kind: 'push',
    log,
    max: MAX_CONCURRENT,
    leaseSeconds,
    claim: (max, id) => claimWithDevices(sql, config, { id, max, leaseSeconds }),
    deliveriesOf: ({ delivery }) => [delivery],
    deliver: (claimed, signal, record) => deliverPush(dependencies, claimed, signal, record),
    close: () => httpClient.close(),
  })
}

type Device = {
  storeId: string
  accountId: string
  id: string
  endpoint: string
  p256dh: string
  auth: string
  slug: string
  storeName: string
  language: Language
}
type Claimed = { delivery: Delivery; device: Device | undefined; keys: VapidKeys }

type Room = { id: string; max: number; leaseSeconds: number | undefined }

async function claimWithDevices(sql: Db, { vapid }: Options['config'], room: Room): Promise<Claimed[]> {
  const deliveries = await claim(sql, { kind: 'push', perRecipient: MAX_PER_DEVICE, ...room })
  if (deliveries.length === 0) return []
  const stores = new Map(deliveries.map(({ recipient, storeId }) => [recipient, storeId]))
  const [keys, devices] = await Promise.all([findVapidKeys(sql, vapid), findDevices(sql, stores)])
  return deliveries.map((delivery): Claimed => ({ delivery, device: devices.get(delivery.recipient), keys }))
}

async function findDevices(sql: Db, stores: Map<string, string>): Promise<Map<string, Device>> {
  const devices = await sql<Device[]>`
    select
      device.store_id, device.account_id, device.id, device.endpoint, device.p256dh, device.auth, stores.slug,
      stores.name as store_name, coalesce(accounts.language, stores.language) as language
    from (select * from push_subscriptions where ${hasIdAmong(sql, stores)}) as device
    join stores on stores.id = device.store_id
    join accounts on accounts.id = device.account_id`
  return new Map(devices.map((device) => [device.id, device]))
}

type Dependencies = {
  sql: Db
  httpClient: HttpClient
  config: Options['config']
  inTurn: ReturnType<typeof fairQueue>
  viaHost: ReturnType<typeof hostPauses>
}

async function deliverPush(
  { sql, httpClient, config, inTurn, viaHost }: Dependencies,
  { delivery, device, keys }: Claimed,
  signal: AbortSignal,
  record: Recorder,
) {
  const { storeId, kind, recipient } = delivery
  if (!device) return purge(sql, { storeId, kind, recipient }) // switched off, signed out or left since
  const request = await encrypt(delivery, device, { ...keys, subject: config.vapid.subject })
  const { accountId, endpoint } = device
  const post = () => viaHost(accountId, endpoint, () => httpClient.post({ ...request, signal }))
  const outcome = await outcomeOf(inTurn(accountId, post))
  await record(() => transaction(sql, (tx) => write(tx, delivery, device, outcome)))
}

type Vapid = VapidKeys & { subject: string }

/** Signed for the push service (RFC 8292) and encrypted for the device alone (RFC 8291). */
async function encrypt(
  delivery: Delivery,
  { endpoint, p256dh, auth, ...store }: Device,
  vapidDetails: Vapid,
) {
  const { title, body: text, ...rest } = messageOf(delivery, store)
  const message = JSON.stringify({
    title: title.in(store.language),
    body: wordingIn(text, store.language),
    ...rest,
  })
  const { default: webPush } = await import('web-push')
  const { headers, body } = webPush.generateRequestDetails({ endpoint, keys: { p256dh, auth } }, message, {
    vapidDetails,
    TTL,
    urgency: 'high',
  })
  const texts = Object.entries(headers).map(([name, value]) => [name.toLowerCase(), value])
  return { url: endpoint, headers: Object.fromEntries(texts) as Record<string, string>, body }
}

type Outcome = { status: number | null; duration: number; reason: string | null; wait: number | null }

async function outcomeOf(sent: Promise<Reply>): Promise<Outcome> {
  try {
    const reply = await sent
    const { status, duration } = reply
    return { status, duration, reason: isSuccess(status) ? null : 'status', wait: retryAfter(reply) }
  } catch (error) {
    if (error instanceof QueueFull) return { status: null, duration: 0, reason: 'timeout', wait: null }
    if (!(error instanceof NoReply)) throw error
    return { status: null, duration: error.duration, reason: error.why, wait: null }
  }
}

/** Whether the error is permanent, as with a VAPID key that the device is not subscribed to. */
const isRefused = (status: number | null) =>
  status !== null && status >= 400 && status < 500 && ![408, 425, 429].includes(status)

const isSuccess = (status: number | null) => status !== null && status >= 200 && status < 300

async function write(tx: Tx, delivery: Delivery, { storeId, id, endpoint }: Device, outcome: Outcome) {
  const { status, reason, wait } = outcome
  if (reason === 'interrupted') return retryIn(tx, [delivery], 0, outcome)
  if (isSuccess(status)) return finish(tx, [delivery], outcome)
  if (status === 404 || status === 410) {
    // The subscription has expired or was revoked, so it is deleted.
    await tx`
      delete from push_subscriptions where store_id = ${storeId} and id = ${id} and endpoint = ${endpoint}`
    return fail(tx, [delivery], outcome)
  }
  if (delivery.event === TEST || isRefused(status)) return fail(tx, [delivery], outcome)
  return retryOrFail(tx, [delivery], outcome, { retryAfter: wait ?? 0 })
}

type Store = Pick<Device, 'slug' | 'storeName'>
type Event = Pick<Delivery, 'event' | 'payload'>

type PushMessage = { title: Localized; body: Wording; tag: string; url: string }

/** It appears on locked screens, so it has only the customer's first name. */
function messageOf({ event, payload }: Event, { slug, storeName }: Store): PushMessage {
  const base = `/panel/t/${slug}`
  if (event === TEST) {
    const body = t('Así te avisaremos de cada pedido nuevo en este dispositivo.')
    return {
      title: t('Los avisos de {store} funcionan', { store: storeName }),
      body,
      tag: TEST,
      url: `${base}/avisos`,
    }
  }
  const { id, orderNumber, customerName, total, currency } = toOrder(fromSnapshot(payload))
  const [firstName = ''] = customerName.trim().split(/\s+/)
  return {
    title: t('Pedido {order} · {store}', { order: orderNumber, store: storeName }),
    body: `${firstName} · ${formatAmount(total, currency)}`,
    tag: id,
    url: `${base}/pedidos/${id}`,
  }
}
