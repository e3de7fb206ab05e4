// Photographs the demo's shops in a browser, on a phone and at a desk, light and dark, and makes the home page's pictures of them;
// with the e-mail and the password that `npm start` prints, the panel too:
// npm run screenshots -- http://localhost:3000/cerro-ceniza EMAIL PASSWORD
// The link of the shop is in some of them. Of a service that calls itself something better (PUBLIC_URL), say where it listens:
// npm run screenshots -- http://vitrina.example/cerro-ceniza EMAIL PASSWORD 127.0.0.1:3000
// Text without a font of ours is in the system's: install Roboto, which most phones have.
import { mkdir } from 'node:fs/promises'
import { existsSync } from 'node:fs'
import { chromium, type Browser, type Page } from 'playwright-core'
import sharp from 'sharp'
import { photographPanel } from './panel-screenshots.ts'
import { devices, saved, schemes, type Device } from './screenshot.ts'

const folder = new URL('../docs/screenshots/', import.meta.url)
const assets = new URL('../src/doors/storefront/assets/', import.meta.url)
const [shop = 'http://localhost:3000/cerro-ceniza', email, password, server] = process.argv.slice(2)
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
for (const device of devices) for (const scheme of schemes) await photograph(browser, device, scheme)
for (const slug of themedShops) await writeHomePicture(slug, slug)
await writeHomePicture('order', 'order')
await writeHomePicture('panel-today', 'panel')
await photographPreview(browser)
await browser.close()

async function photograph(browser: Browser, device: Device, colorScheme: 'light' | 'dark') {
  const context = await browser.newContext({
    ...device.options,
    colorScheme,
    locale: 'es-GT',
    reducedMotion: 'reduce',
    bypassCSP: true,
  })
  await context.route('https://wa.me/**', (route) => route.fulfill({ body: 'WhatsApp' }))
  const page = await context.newPage()
  const take = async (name: string) => {
    await page.waitForLoadState('networkidle')
    // As the shop looks at the hours when it is open, and nothing is being typed.
    await page.evaluate(`document.querySelector('.closed')?.remove(); document.activeElement?.blur()`)
    await saved(page, new URL(`${name}-${device.name}${colorScheme === 'dark' ? '-dark' : ''}.jpg`, folder))
  }
  await page.goto(new URL('/', shop).href)
  await take('home')
  for (const slug of [...themedShops, 'segunda-vuelta', 'doce-horizonte']) {
    await page.goto(new URL(`/${slug}`, shop).href)
    await take(slug)
  }
  await page.goto(new URL('/segunda-vuelta/p/falda-dorada', shop).href)
  await take('product')
  await photographPurchase(page, take, `5512 ${1000 + Math.floor(Math.random() * 9000)}`)
  await context.close()
}

/** Photographs a purchase. The phone number differs each time, because the same order again would be a duplicate. */
async function photographPurchase(page: Page, take: (name: string) => Promise<void>, phone: string) {
  for (const n of [0, 1]) {
    await page.goto(shop)
    await page.locator('.card:has(.add:not(.ask)) .name a').nth(n).click()
    await page.waitForURL('**/p/**')
    await page.waitForLoadState('networkidle')
    await page.locator('.order .button').first().click()
  }
  await page.locator('header a.cart').click()
  await page.locator('dialog .lines, [data-cart]').first().waitFor()
  await page.evaluate(`document.querySelector('.toast').replaceChildren()`)
  await take('cart')
  await page.goto(`${shop}/pedir`)
  await page.waitForURL('**/pedir?v=**')
  await page.locator('#name').fill('Ana Morales')
  await page.locator('#phone').fill(phone)
  await page.locator('.pick').nth(2).click()
  await page.locator('#address').fill('12 calle 2-04, zona 10')
  await take('checkout')
  await page.locator('[data-send]').click()
  await page.waitForURL(/wa\.me|\/pedido\//) // what is to be paid first says how on its own page
  if (page.url().includes('wa.me')) await page.goBack()
  await page.locator('[data-order]').waitFor()
  await take('order')
}

/** What a chat shows of a link to the home page. Run the script again, after a restart, when its own pictures have changed. */
async function photographPreview(browser: Browser) {
  const page = await browser.newPage({
    viewport: { width: 1200, height: 630 },
    colorScheme: 'light',
    locale: 'es-GT',
  })
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
