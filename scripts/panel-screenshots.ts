import type { Browser, Page } from 'playwright-core'

/** Who signs in, as `npm start` prints it for the demo. */
type Owner = { email: string; password: string }

type TakeScreenshot = (page: Page, name: string) => Promise<void>

const phone = { viewport: { width: 360, height: 780 }, deviceScaleFactor: 2, hasTouch: true, isMobile: true }
const desk = { viewport: { width: 1280, height: 900 } }

/** Photographs the panel of the store that the owner opened last, on a phone in both colour schemes and at a desk. */
export async function photographPanel(browser: Browser, origin: string, owner: Owner, folder: URL) {
  for (const [suffix, device, pages] of [
    ['360', { ...phone, colorScheme: 'light' }, walkPhone],
    ['360-dark', { ...phone, colorScheme: 'dark' }, walkLists],
    ['1280', { ...desk, colorScheme: 'light' }, walkLists],
  ] as const) {
    const context = await browser.newContext({
      ...device,
      locale: 'es-GT',
      reducedMotion: 'reduce',
      bypassCSP: true,
    })
    const page = await context.newPage()
    const take: TakeScreenshot = async (page, name) => {
      await page.waitForFunction(picturesAreThere) // the page's events never let the network rest
      const path = new URL(`panel-${name}-${suffix}.jpg`, folder).pathname
      await page.screenshot({ path, type: 'jpeg', quality: 72 })
    }
    await page.goto(`${origin}/panel/entrar`)
    await page.getByLabel('Correo').fill(owner.email)
    await page.locator('[name=password]').fill(owner.password)
    await page.getByRole('button', { name: 'Entrar', exact: true }).click()
    await page.waitForURL('**/panel/t/*')
    await pages(page, take)
    await context.close()
  }
}

/** Those that can be seen; the others are not asked for. */
const picturesAreThere = `
  [...document.images].every((image) => image.complete || image.getBoundingClientRect().top > innerHeight)`

async function walkPhone(page: Page, take: TakeScreenshot) {
  const base = page.url()
  await walkLists(page, take)
  await page.goto(`${base}/pedidos?estado=pending`)
  await page.locator('.orders a').first().click()
  await page.waitForURL(/\/pedidos\/\w{20,}$/)
  await take(page, 'order')
  await page.goto(`${base}/productos`)
  await page.locator('.products a').first().click()
  await page.waitForURL(/\/productos\/\w{20,}$/)
  await take(page, 'product')
  await page.goto(`${base}/compartir`)
  await take(page, 'share')
}

async function walkLists(page: Page, take: TakeScreenshot) {
  const base = page.url()
  await page.goto(base) // without what is said once, after signing in
  await take(page, 'today')
  await page.goto(`${base}/pedidos`)
  await take(page, 'orders')
  await page.goto(`${base}/productos`)
  await take(page, 'products')
}
