import { existsSync, mkdirSync } from 'node:fs'
import { after, afterEach, beforeEach } from 'node:test'
import { chromium, type BrowserContext, type BrowserContextOptions, type Page } from 'playwright-core'
import { newId } from '../../src/core/values/id.ts'
import type { Service } from '../service.ts'
import { waitFor } from '../wait-for.ts'
import { aCategory, anAddress, aProduct, aStore } from '../factories.ts'

const path = ['/usr/bin/chromium', '/usr/bin/chromium-browser', '/usr/bin/google-chrome'].find(existsSync)
/** The same browser without a window's parts: it takes half of the processor time. */
const lightPath = ['/usr/bin/chromium-headless-shell'].find(existsSync)

/** The reason for skipping the tests in a browser, or false. In CI they always run. */
export const noBrowser =
  path || process.env['CI'] === 'true'
    ? false
    : 'There is no Chromium on this machine (apt-get install chromium): the tests in a browser are skipped'

if (noBrowser) console.log(noBrowser)

/**
 * One browser for a test file. Each test opens its own context, a phone's by default, which is closed with it. The pages' state is
 * appended to the error of a failed test.
 */
export const startBrowser = (args: string[] = []) => launch(lightPath ?? path, args)

/** The one that people use: it can install a page as an app, and counts an origin as secure by an argument. */
export const startWholeBrowser = (args: string[] = []) => launch(path, args)

async function launch(executablePath = '/usr/bin/chromium', args: string[] = []) {
  const browser = await chromium.launch({
    executablePath,
    args: [
      '--no-sandbox',
      '--disable-gpu',
      '--disable-background-networking',
      '--disable-component-update',
      ...args,
    ],
  })
  after(() => browser.close())
  let opened: { context: BrowserContext; diagnostics: () => string }[] = []
  beforeEach(() => void (opened = []))
  afterEach(async (t) => {
    const { passed, error } = t as Ended
    if (!passed && error?.cause) error.cause.stack += opened.map(({ diagnostics }) => diagnostics()).join('')
    for (const { context } of opened) {
      await context.unrouteAll({ behavior: 'ignoreErrors' })
      await context.close()
    }
  })
  return {
    async open(options: BrowserContextOptions = {}) {
      const context = await browser.newContext({
        serviceWorkers: 'block',
        ...phone,
        extraHTTPHeaders: anAddress(),
        ...options,
      })
      context.setDefaultTimeout(30_000)
      opened.push({ context, diagnostics: diagnosticsOf(context) })
      await context.addInitScript(lastingToasts)
      await context.route('https://wa.me/**', (route) => route.fulfill({ body: 'WhatsApp' }))
      return { context, page: await context.newPage() }
    },
  }
}

/** Keeps toasts, which disappear after six seconds: a busy machine might not read or tap them in time. */
const lastingToasts = `
  const later = setTimeout
  globalThis.setTimeout = (work, ms, ...rest) => later(work, ms === 6000 ? 600_000 : ms, ...rest)`

/** By how many pixels the page is wider than the screen: not than `innerWidth`, which grows with the page on a phone. */
export async function overflow(page: Page): Promise<number> {
  const excess = () =>
    page.evaluate<number>(`Math.max(0, document.documentElement.scrollWidth - ${page.viewportSize()!.width})`)
  // A screen that was just resized is laid out a moment later.
  await waitFor(async () => (await excess()) === 0, 3).catch(() => {})
  return excess()
}

/** Sets the size of the text in the settings of the browser, on which the pages' own base size depends. */
export async function textSizes(page: Page) {
  const browser = await page.context().newCDPSession(page)
  return (percent: number) =>
    browser.send('Page.setFontSizes', {
      fontSizes: { standard: (16 * percent) / 100, fixed: (13 * percent) / 100 },
    })
}

/**
 * The fields that something sticky lies on when they get the focus, one after the other, down the page and up again. Of a field
 * of several lines the browser shows the first, where the cursor is.
 */
export const coveredFields = `
  (() => {
    for (const part of document.querySelectorAll('main details')) part.open = true
    const fields = [...document.querySelectorAll('main :is(input:not([type=hidden]), textarea, select)')]
      .filter((field) => field.checkVisibility())
    return [...fields, ...fields.toReversed()]
      .filter((field) => {
        field.focus()
        const { left, width, top, bottom } = field.getBoundingClientRect()
        return [top + 1, Math.min(bottom - 1, top + 40)].some((y) => {
          const bar = document.elementFromPoint(left + width / 2, y)?.closest('.top, .bottom, .shop-preview, .button.main, .buybar, .pay')
          return bar && !bar.contains(field)
        })
      })
      .map(({ name }) => name)
  })()`

/** What can be tapped and is lower than 44 px. */
export const smallTargets = `
  [...document.querySelectorAll('a, button, input:not([type=hidden]), select, summary')]
    .filter((element) => element.checkVisibility() && !element.closest('.affix, .skip'))
    .map((element) => [element.outerHTML.slice(0, 120), (element.closest('label') ?? element).getBoundingClientRect()])
    .filter(([, { width, height }]) => width > 1 && height > 1 && height < 43.5)
    .map(([html]) => html)`

const photos = process.env['PHOTOS']

/** Where PHOTOS names a folder, a picture of the whole page in each colour scheme is left there. */
export async function photograph(page: Page, name: string): Promise<void> {
  if (!photos) return
  mkdirSync(photos, { recursive: true })
  for (const colorScheme of ['dark', 'light'] as const) {
    await page.emulateMedia({ colorScheme })
    await page.screenshot({ path: `${photos}/${name}-${colorScheme}.png`, fullPage: true })
  }
}

/** Node's own types don't know these yet. */
type Ended = { passed?: boolean; error?: { cause?: Error } | null }

/** The addresses of the open pages, and the last errors and failed requests in them. */
function diagnosticsOf(context: BrowserContext) {
  const problems: string[] = []
  context.on('weberror', (error) => problems.push(String(error.error())))
  context.on('console', (message) => {
    if (['error', 'warning'].includes(message.type())) problems.push(message.text())
  })
  context.on('requestfailed', (request) => {
    problems.push(`${request.method()} ${request.url()} ${request.failure()?.errorText}`)
  })
  return () =>
    [...context.pages().map((page) => `on ${page.url()}`), ...problems.slice(-10)]
      .map((line) => `\n    ${line.slice(0, 300)}`)
      .join('')
}

const phone = {
  viewport: { width: 360, height: 780 },
  deviceScaleFactor: 2,
  hasTouch: true,
  isMobile: true,
  locale: 'es-GT',
} satisfies BrowserContextOptions

/** A store with a simple product, one with variants, shipping options, a discount code and a review. */
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
