// What does a shopper's phone make of the pages: Lighthouse, the first byte, and how soon a touch shows?
import { existsSync } from 'node:fs'
import { get as ask, Agent } from 'node:http'
import lighthouse, { type Result } from 'lighthouse'
import { chromium } from 'playwright-core'
import { demoPictureUrl } from '../src/demo/picture.ts'
import { shops as demoShops } from '../src/demo/shops.ts'
import { createSession } from '../src/sessions/session.ts'
import { interactions } from './interactions.ts'
import { median, print, type Figure } from './report.ts'
import { freePort, startService } from './service.ts'
import { shops } from './shops.ts'

const ROUNDS = 3

const executablePath = ['/usr/bin/chromium', '/usr/bin/chromium-browser', '/usr/bin/google-chrome'].find(
  (path) => existsSync(path),
)
if (!executablePath) {
  console.log('\nLighthouse is skipped: there is no Chromium on this machine (apt-get install chromium)')
  process.exit(0)
}

const service = await startService()
const origin = `http://localhost:${service.port}`
const { shop, product } = await aPicturedShop()
const debuggingPort = await freePort()
const browser = await chromium.launch({
  executablePath,
  args: ['--no-sandbox', '--disable-gpu', `--remote-debugging-port=${debuggingPort}`],
})

for (const [name, url] of [
  ['the catalog of 48 products', shop],
  ['a product', product],
] as const) {
  await drawPictures(url)
  const rounds: Result[] = []
  for (let i = 0; i < ROUNDS; i++) rounds.push(await audit(url))
  print(`Lighthouse, mobile, ${name}, median of ${ROUNDS}`, figuresOf(rounds))
}

const owner = await anOwner()
for (const [name, path] of [
  ['Hoy in the panel', ''],
  ['Pedidos in the panel', '/pedidos'],
  ['Productos in the panel', '/productos'],
] as const) {
  await drawPictures(owner.base + path, owner.cookie)
  const rounds: Result[] = []
  for (let i = 0; i < ROUNDS; i++) rounds.push(await audit(owner.base + path, owner.cookie))
  const figures = figuresOf(rounds).filter((figure) => figure.name !== 'seo') // no search engine sees it
  print(`Lighthouse, mobile, ${name}, median of ${ROUNDS}`, figures)
}

const page = new URL(shop).pathname
print('First byte, one request at a time, p50', [
  within('catalog, cached, ms', await firstByte(page, 200), 5),
  within('catalog, not cached, ms', await firstByte(page, 30, raiseVersion), 20),
])
print(
  'Interaction to next paint, 4 times slower processor, median of 5 visits',
  (await interactions(browser, shop, product)).map(({ name, ms, slowest }) =>
    within(`${name}, ms (slowest ${slowest})`, ms, 100),
  ),
)
await browser.close()
await service.stop()

/** A shop whose products have the drawn pictures of the demo. */
async function aPicturedShop() {
  const { sql } = service
  const [made] = await shops(sql, 1, 48)
  const { id } = made!
  const urls = demoShops[0].products.map(({ slug }) => demoPictureUrl(origin, slug))
  await sql`
    update products
    set image_url = url, images = jsonb_build_array(jsonb_build_object('url', url, 'alt', null))
    from (
      select id, (${urls}::text[])[1 + row_number() over (order by id) % ${urls.length}::int] as url
      from products where store_id = ${id}
    ) as numbered
    where products.store_id = ${id} and products.id = numbered.id`
  await sql`
    update stores set description = 'Café de altura, tostado los martes y enviado los miércoles.' where id = ${id}`
  const [found] = await sql<[{ store: string; product: string }]>`
    select stores.slug as store, products.slug as product
    from stores join products on store_id = stores.id
    where stores.id = ${id} limit 1`
  return { shop: `${origin}/${found.store}`, product: `${origin}/${found.store}/p/${found.product}` }
}

/** Somebody signed in to the panel of the shop, and where its pages begin. */
async function anOwner() {
  const { sql } = service
  const slug = new URL(shop).pathname.slice(1)
  const [member] = await sql<[{ accountId: string }]>`
    select account_id from members join stores on stores.id = store_id where slug = ${slug}`
  const { token } = await createSession(sql, { accountId: member.accountId, device: 'Chrome en Android' })
  return { base: `${origin}/panel/t/${slug}`, cookie: `vitrina=${token}` }
}

/** Each picture is made on its first request; who comes later gets the cached one. */
async function drawPictures(url: string, cookie = '') {
  const text = await (await fetch(url, { headers: { cookie } })).text()
  const pictures = new Set(text.match(/\/media\/\w+\/\w+\/[\w-]{8}-\d+/g))
  for (const picture of pictures) {
    await (await fetch(origin + picture, { headers: { accept: 'image/avif' } })).arrayBuffer()
  }
}

async function audit(url: string, cookie?: string): Promise<Result> {
  const run = await lighthouse(url, {
    port: debuggingPort,
    logLevel: 'silent',
    output: 'json',
    ...(cookie && { extraHeaders: { cookie } }),
  })
  if (!run) throw new Error(`Lighthouse returned nothing for ${url}`)
  for (const { id, score, title, displayValue = '' } of Object.values(run.lhr.audits)) {
    const counts = ['accessibility', 'best-practices', ...(cookie ? [] : ['seo'])].some((category) =>
      run.lhr.categories[category]!.auditRefs.some(
        (reference) => reference.id === id && reference.weight > 0,
      ),
    )
    if (counts && score !== null && score < 1) console.log(`  ${id}: ${title} ${displayValue}`)
  }
  return run.lhr
}

function figuresOf(rounds: Result[]): Figure[] {
  const of = (pick: (result: Result) => number | null | undefined) =>
    median(rounds.map((result) => pick(result) ?? Number.NaN))
  const score = (id: string, least: number): Figure => {
    const value = Math.round(of(({ categories }) => categories[id]?.score) * 100)
    return { name: id, value: String(value), limit: String(least), ratio: value / least, atLeast: 1 }
  }
  const time = (id: string) => `${Math.round(of(({ audits }) => audits[id]?.numericValue))} ms`
  const shift = of(({ audits }) => audits['cumulative-layout-shift']?.numericValue)
  return [
    score('accessibility', 100),
    score('best-practices', 100),
    score('seo', 100),
    score('performance', 98),
    { name: 'cumulative layout shift', value: shift.toFixed(3), limit: '0', ratio: shift, atMost: 0 },
    {
      name: 'first / largest contentful paint',
      value: `${time('first-contentful-paint')} / ${time('largest-contentful-paint')}`,
    },
    { name: 'total blocking time', value: time('total-blocking-time') },
  ]
}

function within(name: string, ms: number, max: number): Figure {
  return { name, value: ms.toFixed(ms < 10 ? 2 : 0), limit: String(max), ratio: ms / max, atMost: 1 }
}

async function raiseVersion() {
  await service.sql`update stores set catalog_version = catalog_version + 1`
}

/** ms until the head of the answer is there, over one kept-alive connection. */
async function firstByte(path: string, times: number, before = async () => {}): Promise<number> {
  const agent = new Agent({ keepAlive: true })
  const measured: number[] = []
  for (let i = 0; i < times; i++) {
    await before()
    const began = performance.now()
    await new Promise<void>((done, fail) => {
      const options = { port: service.port, path, agent, headers: { 'accept-encoding': 'br' } }
      ask(options, (answer) => {
        measured.push(performance.now() - began)
        answer.resume().on('end', done)
      }).on('error', fail)
    })
  }
  agent.destroy()
  return median(measured)
}
