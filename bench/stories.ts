// How much does a day's work take: taps and typed fields of people with something to do, and the wait on a slow network.
import { existsSync } from 'node:fs'
import { readdir, readFile } from 'node:fs/promises'
import { join } from 'node:path'
import { chromium, type BrowserContextOptions } from 'playwright-core'
import sharp from 'sharp'
import { createSession } from '../src/features/sessions/session.ts'
import { addMember } from '../src/features/team/change.ts'
import { PASSWORD, aPerson, aStranger } from '../test/accounts.ts'
import { anAddress, anOrder, aProduct, aStore } from '../test/factories.ts'
import { waitFor } from '../test/wait-for.ts'
import { print, type Figure } from './report.ts'
import { startService } from './service.ts'
import * as panel from './stories/panel.ts'
import * as shop from './stories/shop.ts'
import { aThumb, type Effort, type Thumb } from './stories/thumb.ts'

/** Tells only the stories whose names have it: `node bench/stories.ts coffees`. */
const only = process.argv[2] ?? ''

const executablePath = ['/usr/bin/chromium', '/usr/bin/chromium-browser', '/usr/bin/google-chrome'].find(
  (path) => existsSync(path),
)
if (!executablePath) {
  console.log('\nThe stories are skipped: there is no Chromium on this machine (apt-get install chromium)')
  process.exit(0)
}

const phone = { viewport: { width: 390, height: 844 }, hasTouch: true, isMobile: true, deviceScaleFactor: 2 }
const desk = { viewport: { width: 1280, height: 900 } }

const service = await startService({ DEMO: 'on' })
const { sql } = service
const origin = `http://localhost:${service.port}`
const browser = await chromium.launch({ executablePath, args: ['--no-sandbox', '--disable-gpu'] })
const figures: Figure[] = []

await story('new owner, three products, a shared link', phone, { taps: 14, fields: 11 }, async (thumb) => {
  const photos = await Promise.all(['#8a5a2b', '#2b5a8a', '#5a8a2b'].map((colour, n) => photo(colour, n)))
  await panel.newOwner(thumb, origin, { email: aStranger(), photos, codeOf: mailedCode })
})

await story('twelve orders, one cancelled, one by hand', phone, undefined, async (thumb) => {
  const { store, base } = await ownShop(thumb)
  await placeOrders(store, 11)
  await panel.twelveOrders(thumb, base)
})

await story('40 prices at a desk', desk, undefined, async (thumb) => {
  const { store, base } = await ownShop(thumb)
  for (let n = 0; n < 40; n++) await aProduct({ sql }, store, { name: `Taza ${n}`, price: 50 })
  await panel.fortyPrices(thumb, base)
})

await story('two coffees, 400 kbps, 400 ms', phone, { taps: 13, fields: 3 }, async (thumb) => {
  await shop.slowNetwork(await thumb.page.context().newCDPSession(thumb.page))
  await shop.twoCoffees(thumb, `${origin}/cerro-ceniza`)
})

await story('one of 24 options of 300 products', phone, undefined, async (thumb) => {
  await shop.oneOfMany(thumb, `${origin}/${await aHugeShop()}`)
})

await story('a day of a member of the team', phone, undefined, async (thumb) => {
  const { store } = await ownShop(thumb)
  await aProduct({ sql }, store, { name: 'Jarra', price: 90 })
  await placeOrders(store, 2)
  const { id, email } = await aPerson({ sql })
  await addMember(sql, store.id, id, 'STAFF')
  await thumb.page.context().clearCookies()
  await panel.staffDay(thumb, `${origin}/panel/t/${store.slug}`, { email, password: PASSWORD })
})

await story('an order while the connection is gone', phone, undefined, async (thumb) => {
  const { store } = await ownShop(thumb)
  await shop.withoutConnection(thumb, `${origin}/${store.slug}`)
})

await story('a session that ended while typing', phone, undefined, async (thumb) => {
  const { email, accountId, base } = await ownShop(thumb)
  const endSession = () => sql`delete from sessions where account_id = ${accountId}`
  await panel.lostSession(thumb, base, { email, password: PASSWORD, endSession })
})

await story('a product that another tab has saved', phone, undefined, async (thumb) => {
  const { store, base } = await ownShop(thumb)
  const { id } = await aProduct({ sql }, store, { name: 'Jarra', price: 90 })
  const saveElsewhere = () =>
    fetch(`${origin}/api/v1/products/${id}`, {
      method: 'PUT',
      headers: { authorization: `Bearer ${store.key}`, 'content-type': 'application/json' },
      body: JSON.stringify({ price: 80 }),
    })
  await panel.twoTabs(thumb, `${base}/productos/${id}`, saveElsewhere)
})

print('Stories: taps and typed fields, beside those of the first count', figures)
await browser.close()
await service.stop()

/** @param first the first count, which is never passed */
async function story(
  name: string,
  options: BrowserContextOptions,
  first: Effort | undefined,
  tell: (thumb: Thumb) => Promise<unknown>,
) {
  if (!name.includes(only)) return
  const context = await browser.newContext({
    ...options,
    locale: 'es-GT',
    serviceWorkers: 'block',
    extraHTTPHeaders: anAddress(),
  })
  await context.route('https://wa.me/**', (route) => route.fulfill({ body: 'WhatsApp' }))
  const thumb = aThumb(await context.newPage())
  const began = performance.now()
  await tell(thumb)
  const seconds = (performance.now() - began) / 1000
  const { taps, fields } = thumb.effort
  figures.push({
    name,
    value: `${taps} taps, ${fields} fields, ${seconds.toFixed(1)} s`,
    ...(first && {
      limit: `${first.taps} taps, ${first.fields} fields`,
      ratio: (taps + fields) / (first.taps + first.fields),
      atMost: 1,
    }),
  })
  await context.close()
}

/** A shop with a product, in whose panel its owner is signed in. */
async function ownShop({ page }: Thumb) {
  const { id: accountId, email } = await aPerson({ sql })
  const store = await aStore({ sql }, { ownerId: accountId })
  await aProduct({ sql }, store, { name: 'Taza', price: 60 })
  const { token } = await createSession(sql, { accountId, device: 'Chrome en Android' })
  await page.context().addCookies([{ name: 'vitrina', value: token, url: origin }])
  return { store, accountId, email, base: `${origin}/panel/t/${store.slug}` }
}

async function placeOrders(store: { id: string }, count: number) {
  const [variant] = await sql<[{ id: string }]>`select id from variants where store_id = ${store.id} limit 1`
  for (let n = 0; n < count; n++) {
    const answer = await fetch(`${origin}/api/orders`, {
      method: 'POST',
      headers: { 'content-type': 'application/json', ...anAddress() },
      body: JSON.stringify(anOrder(store, [{ variantId: variant.id, quantity: 1 + (n % 3) }])),
    })
    if (answer.status !== 201) throw new Error(await answer.text())
  }
}

/** 300 products with names of 120 letters, and one of 24 options. @returns its slug */
async function aHugeShop(): Promise<string> {
  const store = await aStore({ sql })
  const rest =
    'de lino lavado, con mangas abullonadas y bordado a mano en los Altos de Chiapas, de la temporada nueva'
  for (let n = 0; n < 299; n++) {
    await aProduct({ sql }, store, { name: `Prenda ${n} ${rest}`.slice(0, 120), price: 100 + n })
  }
  const options = [
    { name: 'Talla', values: ['XS', 'S', 'M', 'L', 'XL', 'XXL'] },
    { name: 'Color', values: ['Azul añil', 'Verde jade', 'Rojo grana', 'Blanco hueso'] },
  ]
  const [sizes, colours] = options.map(({ values }) => values) as [string[], string[]]
  const variants = sizes.flatMap((size) =>
    colours.map((colour) => ({ name: `${size}, ${colour}`, optionValues: [size, colour] })),
  )
  await aProduct({ sql }, store, {
    name: `Vestido jacaranda ${rest}`.slice(0, 120),
    price: 1250,
    options,
    variants,
  })
  return store.slug
}

/** The code in the mail to an address: without a mail server, mails are files. */
async function mailedCode(email: string): Promise<string> {
  let code: string | undefined
  await waitFor(async () => {
    const names = await readdir(join(service.dataDir, 'mail')).catch(() => [])
    const mails = await Promise.all(
      names.map((name) => readFile(join(service.dataDir, 'mail', name), 'utf8')),
    )
    code = mails.find((mail) => mail.includes(email))?.match(/(\d{6})_es_tu/)?.[1]
    return code !== undefined
  })
  return code!
}

async function photo(background: string, n: number) {
  const buffer = await sharp({ create: { width: 900, height: 1200, channels: 3, background } })
    .jpeg()
    .toBuffer()
  return { name: `taza-${n}.jpg`, mimeType: 'image/jpeg', buffer }
}
