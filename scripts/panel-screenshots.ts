import type { Browser, Page } from 'playwright-core'
import { devices, saved, schemes } from './screenshot.ts'

/** Who signs in, as `npm start` prints it for the demo. */
type Owner = { email: string; password: string }

/** Photographs the panel of the store that the owner opened last, on a phone and at a desk, light and dark. */
export async function photographPanel(browser: Browser, origin: string, owner: Owner, folder: URL) {
  for (const { name: width, options } of devices) {
    for (const colorScheme of schemes) {
      const context = await browser.newContext({
        ...options,
        colorScheme,
        locale: 'es-GT',
        reducedMotion: 'reduce',
        bypassCSP: true,
      })
      const page = await context.newPage()
      await signIn(page, origin, owner)
      const suffix = colorScheme === 'dark' ? '-dark' : ''
      await walk(page, (name) => saved(page, new URL(`panel-${name}-${width}${suffix}.jpg`, folder)))
      await context.close()
    }
  }
}

async function signIn(page: Page, origin: string, { email, password }: Owner) {
  await page.goto(`${origin}/panel/entrar`)
  await page.getByLabel('Correo').fill(email)
  await page.locator('[name=password]').fill(password)
  await page.getByRole('button', { name: 'Entrar', exact: true }).click()
  await page.waitForURL('**/panel/t/*')
}

/** A row of a list leads to its page. */
const FIRST = { orders: 'main a[href*="/pedidos/"]', products: 'main a[href*="/productos/"]' }

async function walk(page: Page, take: (name: string) => Promise<void>) {
  const base = page.url()
  for (const [name, path] of [
    ['today', ''], // without what is said once, after signing in
    ['orders', '/pedidos'],
    ['products', '/productos'],
    ['new-order', '/pedidos/nuevo'],
  ] as const) {
    await page.goto(base + path)
    await take(name)
  }
  for (const [name, path] of [
    ['order', '/pedidos'],
    ['product', '/productos'],
  ] as const) {
    await page.goto(base + path)
    const rows = page.locator(FIRST[`${name}s`])
    const hrefs = await rows.evaluateAll((links) => links.map((link) => link.getAttribute('href') ?? ''))
    await page.goto(new URL(hrefs.find((href) => /\/\w{20,}$/.test(href)) ?? '', base).href)
    await take(name)
  }
}
