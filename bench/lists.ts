// Does a page cost the same on a large store as on a small one, and do the reports stay quick?
import { seedLoad } from '../src/features/demo/load/seed.ts'
import { addWebhook } from '../src/features/webhooks/create.ts'
import { load, type Load } from './load.ts'
import { median, print, type Figure } from './report.ts'
import { get } from './requests.ts'
import { startService } from './service.ts'
import { liftLimits } from './shops.ts'

const ROUNDS = 3
const SECONDS = 0.5
const LARGE = { stores: 1, products: 10_000, orders: 1_000_000 }
const SMALL = { stores: 1, products: 100, orders: 1_000 }
const counted = [
  'orders',
  'orders?status=delivered',
  'products',
  'products?sort=name',
  'customers',
  'reviews',
]
const short = ['categories', 'discounts', 'shipping', 'store/webhooks', 'store/team']
const logs = ['changes', 'store/webhooks/{webhook}/logs']

type Store = { key: string; webhook: string }

const service = await startService()
const began = performance.now()
const large = await aStore(LARGE)
const seededIn = (performance.now() - began) / 1000
const small = await aStore(SMALL)
await liftLimits(service.sql)

const figures: Figure[] = []
for (const list of [...counted, ...short, ...logs]) {
  const [ofLarge, ofSmall] = await alternate([large, pageOf(list)], [small, pageOf(list)])
  figures.push({
    name: `/${list}, first page, p50 ms`,
    value: ofLarge.toFixed(2),
    limit: `${ofSmall.toFixed(2)} on the small store`,
    ratio: ofLarge / ofSmall,
    atMost: 1.2,
  })
}
for (const list of [...counted, ...logs]) {
  const [deep, first] = await alternate([large, pageOf(list, 9_950)], [large, pageOf(list)])
  figures.push({
    name: `/${list}, page at offset 9,950, p50 ms`,
    value: deep.toFixed(2),
    limit: `${first.toFixed(2)} of the first page`,
    ratio: deep / first,
  })
}
for (const report of ['stats', 'stats/report?period=90d']) {
  const { p50 } = await ask(large, report)
  figures.push({
    name: `/${report}, p50 ms`,
    value: p50.toFixed(1),
    limit: '300',
    ratio: p50 / 300,
    atMost: 1,
  })
}

print(
  `A store with a million orders, 10,000 products, 100,000 customers, reviews, changes and deliveries (made in ${seededIn.toFixed(0)} s)`,
  figures,
)
await service.stop()

async function alternate(
  one: [Store, string],
  other: [Store, string],
): Promise<[one: number, other: number]> {
  const rounds: [Load, Load][] = []
  for (let i = 0; i < ROUNDS; i++) rounds.push([await ask(...one), await ask(...other)])
  return [median(rounds.map(([{ p50 }]) => p50)), median(rounds.map(([, { p50 }]) => p50))]
}

/** One request at a time, so that the latency is the page's own. */
function ask({ key, webhook }: Store, path: string): Promise<Load> {
  const requests = [get(`/api/v1/${path.replace('{webhook}', webhook)}`, key)]
  return load({ port: service.port, connections: 1, seconds: SECONDS, requests, expect: 200 })
}

function pageOf(list: string, offset = 0): string {
  return `${list}${list.includes('?') ? '&' : '?'}limit=50&offset=${offset}`
}

async function aStore(size: typeof LARGE): Promise<Store> {
  const { storeId, key } = (await seedLoad(service.sql, size)).keys[0]!
  const url = 'http://127.0.0.1:9/hook'
  const webhook = await addWebhook(service.sql, {
    storeId,
    url,
    events: ['order.created'],
    allowPrivate: true,
  })
  await fillLogs(storeId, webhook.id, size.orders / 10)
  return { key, webhook: webhook.id }
}

/** Changes of products by hand, and deliveries that arrived. */
async function fillLogs(storeId: string, webhookId: string, count: number) {
  await service.sql`
    insert into deliveries (
      store_id, id, kind, recipient, event, payload_id, state, attempts, status, duration, created_at, finished_at
    )
    select
      ${storeId}, new_id(), 'webhook', ${webhookId}, 'order.created', '', 'done', 1, 200, 80,
      now() - make_interval(secs => n), now() - make_interval(secs => n)
    from generate_series(${count}::int, 1, -1) as n`
  await service.sql`
    with made as (
      insert into changes (store_id, id, by, created_at)
      select ${storeId}, new_id(), 'api', now() - make_interval(secs => n)
      from generate_series(${count}::int, 1, -1) as n
      returning id
    )
    insert into change_rows (store_id, change_id, table_name, row_id, label, before, after)
    select ${storeId}, id, 'products', 'p', 'Producto', '{"price": 1}', '{"price": 2}'
    from made`
  await service.sql`vacuum (analyze) deliveries, changes, change_rows`
}
