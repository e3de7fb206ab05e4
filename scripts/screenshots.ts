// Photographs the demo's shops in a browser, at the widths of a phone and a desk, and makes the home page's pictures of them; with
// the e-mail and the password that `npm start` prints, the panel too:
// npm run screenshots -- http://localhost:3000/cerro-ceniza EMAIL PASSWORD
// The link of the shop is in some of them. Of a service that calls itself something better (PUBLIC_URL), say where it listens:
// npm run screenshots -- http://vitrina.example/cerro-ceniza EMAIL PASSWORD 127.0.0.1:3000
import { mkdir } from 'node:fs/promises'
import { existsSync } from 'node:fs'
import { chromium, type Browser, type Page } from 'playwright-core'
import sharp from 'sharp'
import { photographPanel } from './panel-screenshots.ts'

const folder = new URL('../docs/screenshots/', import.meta.url)
const assets = new URL('../src/storefront/assets/', import.meta.url)
const [shop = 'http://localhost:3000/cerro-ceniza', email, password, server] = process.argv.slice(2)
const widths = [360, 1280]
/** A shop for each theme. */
const themedShops = ['anil-ropa', 'la-espiga', 'el-yunque']

const executablePath = ['/usr/bin/chromium', '/usr/bin/chromium-browser', '/usr/bin/google-chrome'].find(
  existsSync,
)
if (!executablePath) throw new Error('There is no Chromium on this machine: apt-get install chromium')
await mkdir(folder, { recursive: true })
const browser = await chromium.launch({
  executablePath,
  args: [
    '--no-sandbox',
    '--disable-gpu',
    '--disable-background-networking',
    '--disable-component-update',
    ...(server ? [`--host-resolver-rules=MAP ${new URL(shop).host} ${server}`] : []),
  ],
})
if (email && password) await photographPanel(browser, new URL(shop).origin, { email, password }, folder)
for (const width of widths) await photograph(browser, width, 'light')
await photograph(browser, 360, 'dark')
for (const slug of themedShops) await writeHomePicture(slug, slug)
await writeHomePicture('order', 'order')
await writeHomePicture('panel-today', 'panel')
await photographPreview(browser)
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
    // As the shop looks at the hours when it is open, and nothing is being typed.
    await page.evaluate(`document.querySelector('.closed')?.remove(); document.activeElement?.blur()`)
    await page.screenshot({
      path: new URL(`${name}-${width}${suffix}.jpg`, folder).pathname,
      type: 'jpeg',
      quality: 82,
    })
  }
  await page.goto(new URL('/', shop).href)
  await take('home')
  for (const slug of themedShops) {
    await page.goto(new URL(`/${slug}`, shop).href)
    await take(slug)
  }
  await page.goto(new URL('/anil-ropa/p/vestido-jacaranda', shop).href)
  if (width === 360) await scrollTo(page, '.thumbs')
  await take('options')
  await photographPurchase(page, take, `5512 ${1000 + Math.floor(Math.random() * 9000)}`)
  await context.close()
}

/** Photographs a purchase. The phone number differs each time, because the same order again would be a duplicate. */
async function photographPurchase(page: Page, take: (name: string) => Promise<void>, phone: string) {
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
  const delivery = page.locator('.pick').nth(2)
  await delivery.click()
  await page.locator('#address').fill('12 calle 2-04, zona 10')
  await page.locator('#wantedAt').selectOption({ index: 3 })
  await scrollTo(page, '.pick:has(:checked)')
  await take('checkout')
  await page.locator('[data-send]').click()
  await page.waitForURL('https://wa.me/**')
  await page.goBack()
  await page.locator('[data-order]').waitFor()
  await take('order')
  await scrollTo(page, '#payment')
  await take('payment')
}

/** Scrolls an element to the top of the screen, below the header. */
async function scrollTo(page: Page, selector: string) {
  await page.evaluate(`
    const [first, header] = ['${selector}', '.top'].map((one) => document.querySelector(one))
    first.scrollIntoView({ behavior: 'instant' })
    const top = first.getBoundingClientRect().top - header.getBoundingClientRect().bottom - 12
    scrollBy({ top, behavior: 'instant' })`)
}

/** What a chat shows of a link to the home page. Run the script again, after a restart, when its own pictures have changed. */
async function photographPreview(browser: Browser) {
  const page = await browser.newPage({ viewport: { width: 1200, height: 630 }, colorScheme: 'light' })
  await page.goto(new URL('/', shop).href, { waitUntil: 'networkidle' })
  await page.screenshot({ path: new URL('home.jpg', assets).pathname, type: 'jpeg', quality: 80 })
  await page.close()
}

/** `screen-*.webp` of the home page: 360 × 780, in a fifth more pixels each way. */
async function writeHomePicture(source: string, name: string) {
  await sharp(new URL(`${source}-360.jpg`, folder).pathname)
    .resize(432, 936, { position: 'top' })
    .webp({ quality: 50, effort: 6 })
    .toFile(new URL(`screen-${name}.webp`, assets).pathname)
}
