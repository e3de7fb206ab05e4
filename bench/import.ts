// How long an import of 10,000 products takes, how long it holds up the event loop, and what a shop's page waits meanwhile.
import { setTimeout as wait } from 'node:timers/promises'
import { freePort, startService } from './service.ts'
import { print } from './report.ts'
import { liftLimits, shops } from './shops.ts'

const ROWS = 10_000
const PAGES_PER_SECOND = 50

const metricsPort = await freePort()
const service = await startService({ METRICS_PORT: String(metricsPort) })
const base = `http://127.0.0.1:${service.port}`
const [shopper] = await shops(service.sql, 1, 48)
const [store] = await shops(service.sql, 1, 0)
await liftLimits(service.sql)
const [{ slug }] = await service.sql<[{ slug: string }]>`select slug from stores where id = ${shopper!.id}`

await pagesUntil(wait(3000)) // warm
await longestStall()
const alone = await pagesUntil(wait(5000))
const stallAlone = await longestStall()
for (const [name, file] of [
  ['new products', fileOf(100)],
  ['changed products', fileOf(101)],
] as const) {
  const began = performance.now()
  const done = ended(await begin(file)).then(() => (performance.now() - began) / 1000)
  const beside = await pagesUntil(done)
  const seconds = await done
  const stall = await longestStall()
  print(`Import of ${ROWS} ${name}`, [
    { name: 'seconds', value: seconds.toFixed(1), limit: '60', ratio: seconds / 60, atMost: 1 },
    {
      name: 'longest stall of the event loop, ms',
      value: stall.toFixed(0),
      limit: '100',
      ratio: stall / 100,
      atMost: 1,
    },
    {
      name: 'shop page beside it, p99 ms',
      value: p99(beside).toFixed(1),
      limit: `${p99(alone).toFixed(1)} alone`,
    },
    { name: 'stall without an import, ms', value: stallAlone.toFixed(0) },
  ])
}
await service.stop()

/** Each with two variants with options and stock, as Shopify exports them. */
function fileOf(price: number): string {
  const headers =
    'Handle,Title,Body (HTML),Type,Published,Option1 Name,Option1 Value,Variant Price,Variant Inventory Tracker,' +
    'Variant Inventory Qty,Status'
  const rows = Array.from({ length: ROWS }, (_, n) => {
    const text = `<p>Notas de panela y cacao, lote ${n}.</p><ul><li>Lavado</li><li>Secado al sol en patios</li></ul>`
    const first = `cafe-${n},Café de la finca ${n},"${text}",Origen ${n % 40},true,Tamaño,250 g,${price}.00,shopify,${n % 90},active`
    return `${first}\ncafe-${n},,,,,,500 g,${price + 80}.00,shopify,7,`
  })
  return `${headers}\n${rows.join('\n')}\n`
}

async function begin(file: string): Promise<string> {
  const answer = await fetch(`${base}/api/v1/imports`, {
    method: 'POST',
    headers: { authorization: `Bearer ${store!.key}`, 'content-type': 'text/csv' },
    body: file,
  })
  const { data } = (await answer.json()) as { data: { id: string } }
  return data.id
}

async function ended(id: string): Promise<void> {
  for (;;) {
    const [{ state, result }] = await service.sql<[{ state: string; result: unknown }]>`
      select state, result from imports where id = ${id}`
    if (state === 'done') return
    if (state !== 'waiting') throw new Error(`The import ended as ${state}: ${JSON.stringify(result)}`)
    await wait(100)
  }
}

/** ms of pages asked for at a steady rate until something has ended. */
async function pagesUntil(end: Promise<unknown>): Promise<number[]> {
  const over = new AbortController()
  void end.finally(() => over.abort())
  const times: Promise<number>[] = []
  const began = performance.now()
  for (let n = 0; !over.signal.aborted; n++) {
    await wait(Math.max(0, began + (n * 1000) / PAGES_PER_SECOND - performance.now()))
    times.push(page())
  }
  return Promise.all(times)
}

async function page(): Promise<number> {
  const began = performance.now()
  const answer = await fetch(`${base}/${slug}`)
  await answer.arrayBuffer()
  if (answer.status !== 200) throw new Error(`The page was answered with ${answer.status}`)
  return performance.now() - began
}

/** ms since it was last asked, as the process itself measures it with `monitorEventLoopDelay`. */
async function longestStall(): Promise<number> {
  const text = await (await fetch(`http://127.0.0.1:${metricsPort}/metrics`)).text()
  return Number(/^nodejs_eventloop_lag_max_seconds ([\d.e+-]+)/m.exec(text)![1]) * 1000
}

function p99(times: number[]): number {
  return times.toSorted((a, b) => a - b)[Math.floor((times.length - 1) * 0.99)]!
}
