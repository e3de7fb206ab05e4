// Photographs the demo shop in a browser, at the widths of a phone, a tablet and a desk, and makes the home page's three pictures of
// it; with the e-mail and the password that `npm start` prints, its panel too:
// npm run screenshots -- http://localhost:3000/cerro-ceniza EMAIL PASSWORD
import { mkdir } from 'node:fs/promises'
import { existsSync } from 'node:fs'
import { chromium, type Browser, type Page } from 'playwright-core'
import sharp from 'sharp'
import { photographPanel } from './panel-screenshots.ts'

const folder = new URL('../docs/screenshots/', import.meta.url)
const assets = new URL('../src/storefront/assets/', import.meta.url)
const [shop = 'http://localhost:3000/cerro-ceniza', email, password] = process.argv.slice(2)
const widths = [360, 768, 1280]
const lastDigits = [1, 2, 3, 4].values()

const executablePath = ['/usr/bin/chromium', '/usr/bin/chromium-browser', '/usr/bin/google-chrome'].find(
  existsSync,
)
if (!executablePath) throw new Error('There is no Chromium on this machine: apt-get install chromium')
await mkdir(folder, { recursive: true })
const browser = await chromium.launch({
  executablePath,
  args: ['--no-sandbox', '--disable-gpu', '--disable-background-networking', '--disable-component-update'],
})
for (const width of widths) await photograph(browser, width, 'light')
await photograph(browser, 360, 'dark')
for (const name of ['catalog', 'product', 'order']) await writeHomePicture(name)
if (email && password) await photographPanel(browser, new URL(shop).origin, { email, password }, folder)
await browser.close()

async function photograph(browser: Browser, width: number, colorScheme: 'light' | 'dark') {
  const context = await browser.newContext({
    viewport: { width, height: width === 360 ? 780 : 900 },
    deviceScaleFactor: width === 360 ? 2 : 1,
    colorScheme,
    reducedMotion: 'reduce',
  })
  await context.route('https://wa.me/**', (route) => route.fulfill({ body: 'WhatsApp' }))
  const page = await context.newPage()
  const suffix = colorScheme === 'dark' ? '-dark' : ''
  const take = async (name: string) => {
    await page.waitForLoadState('networkidle')
    await page.screenshot({
      path: new URL(`${name}-${width}${suffix}.jpg`, folder).pathname,
      type: 'jpeg',
      quality: 82,
    })
  }
  await page.goto(new URL('/', shop).href)
  await take('home')
  await walk(page, take, `5512 345${lastDigits.next().value!}`)
  await context.close()
}

/** The way of a shopper, with another phone each time: the same order again would be a duplicate. */
async function walk(page: Page, take: (name: string) => Promise<void>, phone: string) {
  await page.goto(shop)
  await take('catalog')
  await page.locator('.card:has(.add) .name a').first().click()
  await page.waitForURL('**/p/**')
  await take('product')
  await page.locator('.order .button').click()
  await page.locator('.toast a').click()
  await page.waitForURL('**/carrito**')
  await take('cart')
  await page.locator('aside .button').click()
  await page.waitForURL('**/pedir**')
  await page.locator('#name').fill('Ana Morales')
  await page.locator('#phone').fill(phone)
  const address = page.locator('#address')
  if (await address.isVisible()) await address.fill('5a avenida norte 28, Antigua')
  await take('checkout')
  await page.locator('[data-send]').click()
  await page.waitForURL('https://wa.me/**')
  await page.goBack()
  await page.locator('[data-order]').waitFor()
  await take('order')
  await page.goto(`${shop}/p/nada`)
  await take('not-found')
}

/** `screen-*.webp` of the home page: 360 × 780, in one and a half times as many pixels. */
async function writeHomePicture(name: string) {
  const source = new URL(`${name}-360.jpg`, folder).pathname
  await sharp(source)
    .resize(540)
    .webp({ quality: 70 })
    .toFile(new URL(`screen-${name}.webp`, assets).pathname)
}
