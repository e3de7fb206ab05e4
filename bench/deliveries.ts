// How soon after an order do its webhooks arrive, how many go out a second beside a bare loop of the same requests, and
// what does the outbox cost an order?
import { bodyOf } from '../src/features/webhooks/message.ts'
import { allDone, BACKLOG, deliverBacklog, shopsWith, STORES, WEBHOOKS } from './backlog.ts'
import { barePosts, type Posts, type Sent } from './baseline-posts.ts'
import { load, type Load } from './load.ts'
import { startReceiver } from './receiver.ts'
import { median, print } from './report.ts'
import { orderOf } from './requests.ts'
import { startService, type Bench } from './service.ts'
import type { Shop } from './shops.ts'

const ROUNDS = 3
const BACKLOGS = 9
const ORDERS_A_SECOND = 200
const CONNECTIONS = 64 // of the service to one receiver

const receiver = await startReceiver()
const delivering = await startService({ ALLOW_PRIVATE_DESTINATIONS: 'true' })
const stores = await shopsWith(delivering, STORES, { webhooks: WEBHOOKS, url: receiver.url })
await firstAttemptLatency(delivering)
await throughput(delivering)
await delivering.stop()
receiver.stop()
await costOfOutbox()

async function firstAttemptLatency(service: Bench) {
  const [late, reached]: [number[], number[]] = [[], []]
  await orders(service, stores, 1, ORDERS_A_SECOND)
  await allDone(service)
  await service.sql`analyze` // the plans made while there were no orders yet
  await receiver.arrivals()
  for (let i = 0; i < ROUNDS; i++) {
    reached.push((await orders(service, stores, 2, ORDERS_A_SECOND)).perSecond)
    await allDone(service)
    const delays = (await receiver.arrivals()).map(({ after }) => after).toSorted((a, b) => a - b)
    late.push(delays[Math.floor(delays.length * 0.95)]!)
  }
  const name = 'first attempt after the order, p95, ms'
  const ratio = median(late) / 1000
  print(`Webhooks at ${ORDERS_A_SECOND} orders a second with ${WEBHOOKS} webhooks each`, [
    { name, value: median(late).toFixed(0), limit: '1000', ratio, atMost: 1 },
    { name: 'orders a second meanwhile', value: median(reached).toFixed(0) },
  ])
}

async function throughput(service: Bench) {
  const posts = await aMessage(service)
  const rounds: { ours: Sent; bare: Sent; ratio: number }[] = []
  for (let i = 0; i <= BACKLOGS; i++) {
    const ours = await deliverBacklog(service, receiver)
    const bare = await barePosts(posts)
    await receiver.arrivals()
    if (i > 0) rounds.push({ ours, bare, ratio: ours.perSecond / bare.perSecond })
  }
  const of = (pick: (round: (typeof rounds)[number]) => number) => median(rounds.map(pick))
  print(`A backlog of ${BACKLOG} deliveries to ${STORES * WEBHOOKS} webhooks, one process`, [
    {
      name: 'deliveries a second, until recorded',
      value: of(({ ours }) => ours.perSecond).toFixed(0),
      limit: `${of(({ bare }) => bare.perSecond).toFixed(0)} of a bare undici loop over ${CONNECTIONS} connections`,
      ratio: of(({ ratio }) => ratio),
      atLeast: 0.5,
    },
    {
      name: 'processor time of Node for each, µs',
      value: of(({ ours }) => ours.cpuMicroseconds).toFixed(0),
      limit: of(({ bare }) => bare.cpuMicroseconds).toFixed(0),
    },
  ])
}

/** One delivery as it was sent. */
async function aMessage({ sql }: Bench): Promise<Posts> {
  const [delivery] = await sql<[Parameters<typeof bodyOf>[0]]>`
    select deliveries.id, deliveries.store_id, event, payload, deliveries.created_at
    from deliveries
    join delivery_payloads on delivery_payloads.store_id = deliveries.store_id and delivery_payloads.id = payload_id
    limit 1`
  const headers = {
    'content-type': 'application/json',
    'user-agent': 'Vitrina-Webhooks/1.0',
    'webhook-id': delivery.id,
    'webhook-timestamp': String(Math.floor(Date.now() / 1000)),
    'webhook-signature': `v1,${'A'.repeat(43)}=`,
    traceparent: `00-${'a'.repeat(32)}-${'a'.repeat(16)}-01`,
  }
  const body = bodyOf(delivery)
  return { url: receiver.url, headers, body, connections: CONNECTIONS, count: BACKLOG }
}

/** What an order costs more when it has webhook deliveries to write: nothing is sent here. */
async function costOfOutbox() {
  const service = await startService({
    WORKER: 'off',
    ALLOW_PRIVATE_DESTINATIONS: 'true',
    WHATSAPP_PHONE_NUMBER_ID: '1',
    WHATSAPP_ACCESS_TOKEN: 'x',
  })
  const silent = await shopsWith(service, 50)
  const ways = {
    webhook: await shopsWith(service, 50, { webhooks: 1, url: receiver.url }),
    whatsapp: await shopsWith(service, 50, { whatsappNumber: '+50255551234' }),
  }
  const rounds: { none: Load; webhook: Load; whatsapp: Load }[] = []
  for (let i = 0; i <= ROUNDS; i++) {
    const none = await orders(service, silent, 1)
    const webhook = await orders(service, ways.webhook, 1)
    const whatsapp = await orders(service, ways.whatsapp, 1)
    if (i > 0) rounds.push({ none, webhook, whatsapp })
    else await service.sql`analyze` // the plans made while there were no orders yet
  }
  const cost = (way: 'webhook' | 'whatsapp', name: string) => ({
    name: `orders a second with ${name}`,
    value: median(rounds.map((round) => round[way].perSecond)).toFixed(0),
    limit: `${median(rounds.map(({ none }) => none.perSecond)).toFixed(0)} with nobody to tell`,
    ratio: median(rounds.map((round) => round[way].perSecond / round.none.perSecond)),
    atLeast: 0.8,
  })
  print('The cost of the outbox to POST /api/orders', [
    cost('webhook', 'a webhook'),
    cost('whatsapp', 'a notice for the owner'),
  ])
  await service.stop()
}

function orders({ port }: Bench, shops: Shop[], seconds: number, perSecond?: number): Promise<Load> {
  const requests = shops.map(orderOf)
  return load({ port, connections: 32, seconds, requests, expect: 201, perSecond })
}
