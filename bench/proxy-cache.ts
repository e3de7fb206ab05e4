// How many pages of a shop a second through nginx as deploy/proxies configures it, beside the service alone? And when 2,000
// shoppers look at one product of which the price changes: how old is the oldest price that anybody sees?
import { setTimeout as sleep } from 'node:timers/promises'
import { startNginx } from '../test/nginx.ts'
import { load } from './load.ts'
import { median, print } from './report.ts'
import { processorTime, startService } from './service.ts'
import { shops } from './shops.ts'

const ROUNDS = 9
const SECONDS = 2
const CHANGES = 10

const service = await startService()
const nginx = await startNginx(service.port)
const [shop] = await shops(service.sql, 1, 48)
const [{ slug, path }] = await service.sql<[{ slug: string; path: string }]>`
  select stores.slug, '/' || stores.slug || '/p/' || products.slug as path
  from stores join products on products.store_id = stores.id
  where stores.id = ${shop!.id}
  limit 1`
const request = `GET /${slug} HTTP/1.1\r\nhost: bench\r\naccept-encoding: gzip, br\r\n\r\n`

/** Pages for each second of processor time of all that serves them: the load generator needs more than nginx. */
async function measure(port: number): Promise<number> {
  const before = await used()
  const { perSecond } = await load({
    port,
    connections: 32,
    seconds: SECONDS,
    requests: [request],
    expect: 200,
  })
  return (perSecond * SECONDS) / ((await used()) - before)
}
const used = async () => {
  const workers = await Promise.all((await nginx.workers()).map(processorTime))
  return workers.reduce((sum, seconds) => sum + seconds, await service.cpu())
}

const rounds: { alone: number; through: number }[] = []
await measure(service.port)
await measure(nginx.port)
for (let i = 0; i < ROUNDS; i++)
  rounds.push({ alone: await measure(service.port), through: await measure(nginx.port) })

const shoppers = load({
  port: nginx.port,
  connections: 64,
  seconds: CHANGES * 4,
  perSecond: 2_000,
  requests: [`GET ${path} HTTP/1.1\r\nhost: bench\r\naccept-encoding: gzip, br\r\n\r\n`],
  expect: 200,
})
const delays: number[] = []
for (let i = 1; i <= CHANGES; i++) delays.push(await untilShown(1_000 + i))
const { p99 } = await shoppers

print('GET /{slug} through nginx with copies of a second, 32 connections', [
  {
    name: 'pages for a second of processor time',
    value: median(rounds.map(({ through }) => through)).toFixed(0),
    limit: `${median(rounds.map(({ alone }) => alone)).toFixed(0)} of the service alone`,
    ratio: median(rounds.map(({ alone, through }) => through / alone)),
    atLeast: 4,
  },
  { name: '2,000 pages a second of a product whose price changes, p99, ms', value: p99.toFixed(1) },
  {
    name: `its new price is seen, median and longest of ${CHANGES}, s`,
    value: `${(median(delays) / 1000).toFixed(2)}, ${(Math.max(...delays) / 1000).toFixed(2)}`,
    limit: '2.1, since nginx counts whole seconds',
    ratio: Math.max(...delays) / 2_100,
    atMost: 1,
  },
])
await nginx.stop()
await service.stop()

/** ms from a change of the price until the page through nginx shows it */
async function untilShown(price: number): Promise<number> {
  await service.sql.begin(async (tx) => {
    await tx`update variants set price = ${price} where store_id = ${shop!.id}`
    await tx`update products set price = ${price} where store_id = ${shop!.id}`
    await tx`update stores set catalog_version = catalog_version + 1 where id = ${shop!.id}`
  })
  const began = performance.now()
  const shown = price.toLocaleString('en')
  while (!(await (await fetch(`http://127.0.0.1:${nginx.port}${path}`)).text()).includes(shown))
    await sleep(10)
  return performance.now() - began
}
