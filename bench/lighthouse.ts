// What does a shopper's phone make of the pages: Lighthouse, the first byte, and how soon a touch shows?
import { existsSync } from 'node:fs'
import { get as ask, Agent } from 'node:http'
import { chromium, type Page } from 'playwright-core'
import { demoPicturesUrl } from '../src/features/demo/picture.ts'
import { shops as demoShops } from '../src/features/demo/shops.ts'
import { createSession } from '../src/features/sessions/session.ts'
import { anAddress, anOrder } from '../test/factories.ts'
import { auditPublicPage, auditPanel } from './audit.ts'
import { measureInteractions, whatOwnersDo, whatShoppersDo, withCart } from './interactions.ts'
import { publicPages } from './public-pages.ts'
import { median, print, type Figure } from './report.ts'
import { freePort, startService } from './service.ts'
import { shops } from './shops.ts'

/** Measures only the pages whose names have it: `node bench/lighthouse.ts checkout`. */
const only = process.argv[2]

const executablePath = ['/usr/bin/chromium', '/usr/bin/chromium-browser', '/usr/bin/google-chrome'].find(
  (path) => existsSync(path),
)
if (!executablePath) {
  console.log('\nLighthouse is skipped: there is no Chromium on this machine (apt-get install chromium)')
  process.exit(0)
}

const service = await startService({ DEMO: 'on' })
const origin = `http://localhost:${service.port}`
const { shop, product } = await aPicturedShop()
const debuggingPort = await freePort()
const browser = await chromium.launch({
  executablePath,
  args: ['--no-sandbox', '--disable-gpu', `--remote-debugging-port=${debuggingPort}`],
})

const audited: Figure[] = []
for (const page of await publicPages(service.sql)) {
  if (!page.name.includes(only ?? '')) continue
  await drawPictures(origin + page.path)
  audited.push(await auditPublicPage(debuggingPort, origin, page))
}
print('Lighthouse, mobile: accessibility/practices/performance/SEO, shifts, HTML + scripts + styles', audited)
if (only) {
  await browser.close()
  await service.stop()
  process.exit(0)
}

const owner = await anOwner()
await placeOrders()
for (const [name, path] of [
  ['Hoy in the panel', ''],
  ['Pedidos in the panel', '/pedidos'],
  ['Productos in the panel', '/productos'],
] as const) {
  await drawPictures(owner.base + path, owner.cookie)
  const figures = await auditPanel(debuggingPort, owner.base + path, owner.cookie)
  print(`Lighthouse, mobile, ${name}, median of 3`, figures)
}

const page = new URL(shop).pathname
print('First byte, one request at a time, p50', [
  within('catalog, cached, ms', await firstByte(page, 200), 5),
  within('catalog, not cached, ms', await firstByte(page, 30, raiseVersion), 20),
])
const interactions = [
  ...(await measureInteractions(browser, (page) => withCart(page, product), whatShoppersDo(shop, product))),
  ...(await measureInteractions(browser, signIn, whatOwnersDo(owner.base))),
]
print(
  'Interaction to next paint, 4 times slower processor, median of 5 visits',
  interactions.map(({ name, ms, slowest }) => within(`${name}, ms (slowest ${slowest})`, ms, 100)),
)
await browser.close()
await service.stop()

/** A shop whose products have the drawn pictures of the demo. */
async function aPicturedShop() {
  const { sql } = service
  const [made] = await shops(sql, 1, 48)
  const { id } = made!
  const urls = demoShops[0].products.map(({ pictures }) => demoPicturesUrl(origin) + pictures[0])
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

/** Orders that wait for an answer in the panel. */
async function placeOrders() {
  const [variant] = await service.sql<[{ id: string; storeId: string }]>`
    select variants.id, store_id from variants join stores on stores.id = store_id where slug = ${new URL(shop).pathname.slice(1)} limit 1`
  for (let n = 0; n < 20; n++) {
    const answer = await fetch(`${origin}/api/orders`, {
      method: 'POST',
      headers: { 'content-type': 'application/json', ...anAddress() },
      body: JSON.stringify(anOrder({ id: variant.storeId }, [{ variantId: variant.id, quantity: 1 }])),
    })
    if (answer.status !== 201) throw new Error(await answer.text())
  }
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

async function signIn(page: Page) {
  const [name, value] = owner.cookie.split('=') as [string, string]
  await page.context().addCookies([{ name, value, url: origin }])
}

/** Each picture is made on its first request; who comes later gets the cached one. */
async function drawPictures(url: string, cookie = '') {
  const text = await (await fetch(url, { headers: { cookie } })).text()
  const pictures = new Set(text.match(/\/media\/\w+\/\w+\/[\w-]{8}-\d+/g))
  for (const picture of pictures) {
    await (await fetch(origin + picture, { headers: { accept: 'image/avif' } })).arrayBuffer()
  }
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
