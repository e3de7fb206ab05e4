import type { Page } from 'playwright-core'
import { days } from '../../src/features/hours/hours.ts'
import type { Service } from '../service.ts'
import { aStore, anAddress, anOrder } from '../factories.ts'
import { aShop } from './browser.ts'

type Shown = { name: string; open: (page: Page) => Promise<unknown> }

/** Every page in every state that it has, each with the way there. */
export async function allPages(service: Service): Promise<Shown[]> {
  const { store, mug, url } = await aShop(service)
  const empty = await aStore(service)
  const closed = await aStore(service)
  await service.sql`update stores set billing_state = 'suspended' where id = ${closed.id}`
  const always = Object.fromEntries(days.map((day) => [day, [['00:00', '24:00']]]))
  await service.sql`
    update stores
    set hours = ${service.sql.json(always)}, address = 'Calle del Comercio 745', instagram = 'tiendadebarro'
    where id = ${store.id}`
  const variantId = mug.variants[0]!.id
  const placed = await service.post('/api/orders', {
    headers: anAddress(),
    body: anOrder(store, [{ variantId, quantity: 2 }]),
  })
  const order = new URL(placed.json.trackingUrl).pathname
  const cart = `?v=${variantId}~55&n=2&v=gone&n=1`
  const at = (name: string, path: string): Shown => ({ name, open: (page) => page.goto(path) })
  return [
    at('home', `${service.url}/`),
    at('catalog', url),
    at('search-nothing', `${url}?q=nada`),
    at('product', `${url}/p/cafe`),
    at('empty-store', `${service.url}/${empty.slug}`),
    at('empty-cart', `${service.url}/${empty.slug}/carrito`),
    at('cart', `${url}/carrito${cart}`),
    at('checkout', `${url}/pedir${cart}`),
    {
      name: 'checkout-wrong',
      open: async (page) => {
        await page.goto(`${url}/pedir${cart}`)
        await page.locator('[data-send]').click()
        await page.locator('#name-wrong', { hasText: 'No puede estar vacío' }).waitFor()
        // The errors that came back move what stands below them.
        await page.waitForTimeout(150)
        await page.evaluate('shifts.length = 0')
      },
    },
    at('order', service.url + order),
    at('my-orders', `${url}/mis-pedidos`),
    at('terms', `${service.url}/terminos`),
    at('not-found', `${url}/p/nada`),
    at('closed', `${service.url}/${closed.slug}`),
  ]
}
