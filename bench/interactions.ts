import type { Browser, Page } from 'playwright-core'
import { median } from './report.ts'

const VISITS = 5
const SLOWER = 4

type Interaction = { name: string; at: string; act: (page: Page) => Promise<void> }

/** What shoppers do most, each with the ms until the screen shows it: the median of some visits, and the slowest. */
export async function interactions(browser: Browser, shop: string, product: string) {
  const figures: { name: string; ms: number; slowest: number }[] = []
  for (const { name, at, act } of whatShoppersDo(shop, product)) {
    const times: number[] = []
    for (let i = 0; i < VISITS; i++) times.push(await timed(browser, product, at, act))
    figures.push({ name, ms: median(times), slowest: Math.max(...times) })
  }
  return figures
}

const whatShoppersDo = (shop: string, product: string): Interaction[] => [
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

/** On a phone of its own, whose cart holds the product. */
async function timed(
  browser: Browser,
  product: string,
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
  await page.goto(product, { waitUntil: 'networkidle' })
  await page.locator('.order .button').tap()
  await page.addInitScript(watchEvents)
  const devtools = await context.newCDPSession(page)
  await devtools.send('Emulation.setCPUThrottlingRate', { rate: SLOWER })
  await page.goto(at, { waitUntil: 'networkidle' })
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
