// One of the versions of in-turns.ts: starts the service of its folder, and measures what it is told to on standard input.
import { createInterface } from 'node:readline/promises'
import { allDone, deliverBacklog, shopsWith, STORES, WEBHOOKS } from './backlog.ts'
import { load } from './load.ts'
import { startReceiver } from './receiver.ts'
import { get, orderOf } from './requests.ts'
import { startService } from './service.ts'
import { liftLimits, shops } from './shops.ts'

const LOAD = { connections: 32, seconds: 2 }

const receiver = await startReceiver()
const service = await startService({ ALLOW_PRIVATE_DESTINATIONS: 'true' })
const { sql, port } = service
const stores = await shops(sql, 50, 48)
const slugs = await sql<
  { slug: string }[]
>`select slug from stores where id = any(${stores.map(({ id }) => id)})`
const announcing = await shopsWith(service, STORES, { webhooks: WEBHOOKS, url: receiver.url })
await liftLimits(sql)
// An order of each, whose deliveries a backlog repeats.
await load({
  port,
  connections: 4,
  seconds: 1,
  perSecond: 2 * STORES,
  requests: announcing.map(orderOf),
  expect: 201,
})
await allDone(service)
await receiver.arrivals()
await sql`analyze`

const orders = stores.map(orderOf)
const products = stores.map(({ key }) => get('/api/v1/products?limit=50', key))
const pages = slugs.map(
  ({ slug }) => `GET /${slug} HTTP/1.1\r\nhost: bench\r\naccept-encoding: gzip, br\r\n\r\n`,
)
const measures: Record<string, () => Promise<{ perSecond: number }>> = {
  orders: () => load({ ...LOAD, port, requests: orders, expect: 201 }),
  products: () => load({ ...LOAD, port, requests: products, expect: 200 }),
  pages: () => load({ ...LOAD, port, requests: pages, expect: 200 }),
  deliveries: () => deliverBacklog(service, receiver),
}

for await (const name of createInterface({ input: process.stdin }))
  console.log((await measures[name]!()).perSecond)
await service.stop()
receiver.stop()
