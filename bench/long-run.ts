// Does the memory of the service stay flat under mixed load? `npm run bench -- long-run` takes an hour (MINUTES=60) and is not
// among those that run when none is named.
import { setTimeout as wait } from 'node:timers/promises'
import { load } from './load.ts'
import { print } from './report.ts'
import { get, post } from './requests.ts'
import { startService } from './service.ts'
import { liftLimits, shops, type Shop } from './shops.ts'

const MINUTES = Number(process.env['MINUTES'] ?? 60)

const service = await startService()
const stores = await shops(service.sql, 200, 50)
await liftLimits(service.sql)
const slugs = await service.sql<{ slug: string }[]>`
  select slug from stores where id = any(${stores.map(({ id }) => id)})`

const memory = [await service.memory()]
const loadOptions = { connections: 8, seconds: MINUTES * 60, port: service.port }
const everybody = Promise.all([
  load({ ...loadOptions, perSecond: 20, requests: stores.map(order), expect: 201 }),
  load({ ...loadOptions, perSecond: 40, requests: stores.flatMap(lists), expect: 200 }),
  load({ ...loadOptions, perSecond: 40, requests: slugs.map(shopPage), expect: 200 }),
])
for (let minute = 1; minute <= MINUTES; minute++) {
  await wait(60_000)
  memory.push(await service.memory())
}
await everybody
await service.stop()

const after = (share: number) => memory[Math.round(MINUTES * share)]!
print(`${MINUTES} minutes of orders (20/s), lists by key (40/s) and shop pages (40/s)`, [
  { name: 'memory of the Node process at first, MiB', value: after(0).toFixed(0) },
  { name: 'after half of the time, MiB', value: after(1 / 2).toFixed(0) },
  {
    name: 'at the end, MiB',
    value: after(1).toFixed(0),
    limit: '300',
    ratio: after(1) / 300,
    atMost: 1,
  },
  {
    name: 'at the end, beside half of the time',
    value: (after(1) / after(1 / 2)).toFixed(2),
    limit: 'flat',
    ratio: after(1) / after(1 / 2),
    atMost: 1.1,
  },
])

function order({ id, variantIds }: Shop) {
  const items = variantIds.slice(0, 2).map((variantId) => ({ variantId, quantity: 2 }))
  return post(
    '/api/orders',
    { storeId: id, name: 'Ana Morales', phone: '+4915{n}', items },
    { 'x-forwarded-for': '{ip}' },
  )
}

function lists({ key }: Shop) {
  const paths = ['products?limit=50', 'orders?limit=50', 'customers?limit=50', 'stats']
  return paths.map((path) => get(`/api/v1/${path}`, key))
}

function shopPage({ slug }: { slug: string }) {
  return `GET /${slug} HTTP/1.1\r\nhost: bench\r\naccept-encoding: br\r\n\r\n`
}
