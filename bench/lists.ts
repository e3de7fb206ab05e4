// Does a page cost the same on a large store as on a small one, and do the reports stay quick?
import { seedLoad } from '../src/load/seed.ts'
import { load, type Load } from './load.ts'
import { median, print, type Figure } from './report.ts'
import { get } from './requests.ts'
import { startService } from './service.ts'
import { liftLimits } from './shops.ts'

const ROUNDS = 3
const LARGE = { stores: 1, products: 10_000, orders: 1_000_000 }
const SMALL = { stores: 1, products: 100, orders: 1_000 }
const lists = ['orders', 'products', 'customers', 'reviews', 'categories', 'discounts', 'shipping']

const service = await startService()
const began = performance.now()
const large = (await seedLoad(service.sql, LARGE)).keys[0]!.key
const seededIn = (performance.now() - began) / 1000
const small = (await seedLoad(service.sql, SMALL)).keys[0]!.key
await liftLimits(service.sql)

const figures: Figure[] = []
for (const list of lists) {
  const [ofLarge, ofSmall] = await alternate(`/api/v1/${list}?limit=50`)
  figures.push({
    name: `/${list}, first page, p50 ms`,
    value: ofLarge.toFixed(2),
    limit: `${ofSmall.toFixed(2)} on the small store`,
    ratio: ofLarge / ofSmall,
    atMost: 1.5,
  })
}
for (const list of ['orders', 'products', 'customers', 'reviews']) {
  const [ofLarge, ofSmall] = await alternate(`/api/v1/${list}?limit=50&offset=9950`)
  figures.push({
    name: `/${list}, page at offset 9,950, p50 ms`,
    value: ofLarge.toFixed(2),
    limit: `${ofSmall.toFixed(2)} on the small store (past its end)`,
  })
}
for (const report of ['stats', 'stats/report?period=90d']) {
  const { p50 } = await ask(large, `/api/v1/${report}`)
  figures.push({
    name: `/${report}, p50 ms`,
    value: p50.toFixed(1),
    limit: '300',
    ratio: p50 / 300,
    atMost: 1,
  })
}

print(
  `A store with a million orders, 10,000 products, 100,000 customers (seeded in ${seededIn.toFixed(0)} s)`,
  figures,
)
await service.stop()

async function alternate(path: string): Promise<[large: number, small: number]> {
  const rounds: [Load, Load][] = []
  for (let i = 0; i < ROUNDS; i++) rounds.push([await ask(large, path), await ask(small, path)])
  return [median(rounds.map(([{ p50 }]) => p50)), median(rounds.map(([, { p50 }]) => p50))]
}

/** One request at a time, so that the latency is the page's own. */
function ask(key: string, path: string): Promise<Load> {
  return load({ port: service.port, connections: 1, seconds: 1, requests: [get(path, key)], expect: 200 })
}
