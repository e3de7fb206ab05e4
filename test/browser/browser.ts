import { existsSync } from 'node:fs'
import { after } from 'node:test'
import { chromium, type BrowserContextOptions } from 'playwright-core'
import { newId } from '../../src/core/values/id.ts'
import type { Service } from '../service.ts'
import { aCategory, anAddress, aProduct, aStore } from '../factories.ts'

const path = ['/usr/bin/chromium', '/usr/bin/chromium-browser', '/usr/bin/google-chrome'].find(existsSync)

/** Why the tests in a browser are left out, or false: then they run. Where CI is set, they always run. */
export const noBrowser =
  path || process.env['CI'] === 'true'
    ? false
    : 'There is no Chromium on this machine (apt-get install chromium): the tests in a browser are skipped'

if (noBrowser) console.log(noBrowser)

/** One browser for a test file; each test opens a context of its own, as a phone would. */
export async function startBrowser() {
  const browser = await chromium.launch({
    executablePath: path ?? '/usr/bin/chromium',
    args: ['--no-sandbox', '--disable-gpu', '--disable-background-networking', '--disable-component-update'],
  })
  after(() => browser.close())
  return {
    async open(options: BrowserContextOptions = {}) {
      const context = await browser.newContext({
        serviceWorkers: 'block',
        ...phone,
        extraHTTPHeaders: anAddress(),
        ...options,
      })
      context.setDefaultTimeout(15_000)
      await context.route('https://wa.me/**', (route) => route.fulfill({ body: 'WhatsApp' }))
      return { context, page: await context.newPage() }
    },
  }
}

const phone = {
  viewport: { width: 360, height: 780 },
  deviceScaleFactor: 2,
  hasTouch: true,
  isMobile: true,
  locale: 'es-GT',
} satisfies BrowserContextOptions

/** A store with things to buy: a simple one, one with variants, a way to send them and a code. */
export async function aShop(service: Service) {
  const store = await aStore(service)
  const category = await aCategory(service, store, { name: 'Cafés' })
  const mug = await aProduct(service, store, { name: 'Taza de barro', price: 60, slug: 'taza' })
  const coffee = await aProduct(service, store, {
    name: 'Café lavado',
    slug: 'cafe',
    price: 85,
    comparePrice: 100,
    categoryId: category.id,
    description: 'Notas de panela y naranja.',
    variants: [{ name: '250 g' }, { name: '1 kg', price: 320 }],
  })
  await service.sql`
    insert into shipping_options (store_id, id, name, price, estimated_delivery, position, kind)
    values
      (${store.id}, ${newId()}, 'Recoger', 0, 'Hoy', 0, 'pickup'),
      (${store.id}, ${newId()}, 'Envío', 25, '1 a 2 días', 1, 'delivery')`
  await service.sql`
    insert into discounts (store_id, id, code, type, value) values (${store.id}, ${newId()}, 'HOLA10', 'percentage', 10)`
  await service.sql`
    insert into reviews (store_id, id, product_id, name, text, rating, status)
    values (${store.id}, ${newId()}, ${coffee.id}, 'Ana', 'Muy rico.', 5, 'approved')`
  return { store, mug, coffee, url: `${service.url}/${store.slug}` }
}

/** A store whose words and prices are as long as they may be, on two pages; and the address of a cart of it. */
export async function aCrowdedShop(service: Service) {
  const store = await aStore(service, { currency: 'CLP' })
  const word = 'Larguísimo'.repeat(8)
  await service.sql`update stores set name = ${word.slice(0, 60)} where id = ${store.id}`
  const category = await aCategory(service, store, { name: word.slice(0, 50) })
  const product = await aProduct(service, store, {
    name: word,
    slug: 'largo',
    price: 999_999_999,
    categoryId: category.id,
    description: `https://ejemplo.test/${word}`,
    variants: [{ name: word }, { name: 'Corto' }],
  })
  for (let n = 0; n < 50; n++) await aProduct(service, store, { name: `${word} ${n}`, price: 999_999_999 })
  const lines = product.variants.map(({ id }) => `v=${id}~1&n=9999`).join('&')
  return { store, url: `${service.url}/${store.slug}`, lines }
}

export async function ordersOf(service: Service, storeId: string) {
  return service.sql<{ total: number; orderNumber: string; customerName: string; trackingToken: string }[]>`
    select total, order_number, customer_name, tracking_token from orders where store_id = ${storeId} order by created_at`
}
