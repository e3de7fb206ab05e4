import type { Browser, Page } from 'playwright-core'
import { median } from './report.ts'

const VISITS = 5
const SLOWER = 4

type Interaction = { name: string; at: string; act: (page: Page) => Promise<void> }
/** What makes a phone ready: a cart with something in it, somebody signed in. */
type Prepare = (page: Page) => Promise<void>

/** Each interaction with the ms until the screen shows it: the median of some visits, and the slowest. */
export async function measureInteractions(browser: Browser, prepare: Prepare, interactions: Interaction[]) {
  const figures: { name: string; ms: number; slowest: number }[] = []
  for (const { name, at, act } of interactions) {
    const times: number[] = []
    for (let i = 0; i < VISITS; i++) times.push(await timed(browser, prepare, at, act))
    figures.push({ name, ms: median(times), slowest: Math.max(...times) })
  }
  return figures
}

export async function withCart(page: Page, product: string) {
  await page.goto(product, { waitUntil: 'networkidle' })
  await page.locator('.order .button').tap()
}

/** What shoppers do most. */
export const whatShoppersDo = (shop: string, product: string): Interaction[] => [
  { name: 'open a variant', at: product, act: (page) => page.locator('.choices label').nth(1).tap() },
  { name: 'add to the cart', at: product, act: (page) => page.locator('.order .button').tap() },
  {
    name: 'change a quantity',
    at: `${shop}/carrito`,
    async act(page) {
      await page.locator('#cart [name=n]').press('5')
      await page.keyboard.press('Tab')
      await page.waitForTimeout(500)
    },
  },
  {
    name: 'type in the search',
    at: shop,
    async act(page) {
      await page.locator('#q').pressSequentially('finca 12', { delay: 60 })
      await page.waitForTimeout(500)
    },
  },
]

/** What owners do most in the panel, until the server's own answer is in its place. */
export const whatOwnersDo = (base: string): Interaction[] => [
  { name: 'open the menu of what is new', at: base, act: (page) => page.locator('.bottom .new').tap() },
  {
    name: 'move an order on',
    at: `${base}/pedidos?estado=pending`,
    async act(page) {
      await page.locator('.orders a').first().tap()
      await page.getByRole('button', { name: 'Confirmar pedido' }).tap()
      await page.locator('#status', { hasText: 'Pedido confirmado' }).waitFor()
    },
  },
  {
    name: 'choose several orders',
    at: `${base}/pedidos?elegir=1`,
    async act(page) {
      for (const n of [0, 1, 2]) await page.locator('.choice').nth(n).tap()
    },
  },
  {
    name: 'show and hide a product',
    at: `${base}/productos`,
    async act(page) {
      await page.locator('.products [role=switch]').first().tap()
      await page.locator('#status .flash').waitFor()
    },
  },
  {
    name: 'write a product',
    at: `${base}/productos/nuevo`,
    async act(page) {
      await page.getByLabel('Nombre').first().pressSequentially('Café de altura', { delay: 60 })
    },
  },
]

async function timed(
  browser: Browser,
  prepare: Prepare,
  at: string,
  act: Interaction['act'],
): Promise<number> {
  const context = await browser.newContext({
    viewport: { width: 360, height: 780 },
    deviceScaleFactor: 2,
    hasTouch: true,
    isMobile: true,
    bypassCSP: true,
  })
  const page = await context.newPage()
  await prepare(page)
  await page.addInitScript(watchEvents)
  const devtools = await context.newCDPSession(page)
  await devtools.send('Emulation.setCPUThrottlingRate', { rate: SLOWER })
  await page.goto(at)
  await page.waitForLoadState('load')
  await page.waitForTimeout(1000) // a page of the panel holds a stream: its network is never idle
  await act(page)
  await page.waitForTimeout(400)
  const slowest = await page.evaluate<number>('Math.max(0, ...seen)')
  await context.close()
  return slowest
}

/** Browsers report no events shorter than 16 ms; the figure is then 0. */
const watchEvents = `
  globalThis.seen = []
  new PerformanceObserver((list) => {
    for (const { interactionId, duration } of list.getEntries()) if (interactionId) seen.push(duration)
  }).observe({ type: 'event', durationThreshold: 16, buffered: true })`
