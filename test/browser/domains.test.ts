import assert from 'node:assert/strict'
import { suite, test } from 'node:test'
import type { Page } from 'playwright-core'
import { openDomain } from '../domains.ts'
import { startService } from '../service.ts'
import { waitFor } from '../wait-for.ts'
import { aShop, noBrowser, ordersOf, startWholeBrowser } from './browser.ts'

const service = noBrowser ? null : await startService()
const port = service && new URL(service.url).port
if (service) service.app.publicUrl = service.url
const origin = `http://tienda.example:${port}`
const browser = service
  ? await startWholeBrowser([
      '--host-resolver-rules=MAP *.example 127.0.0.1',
      `--unsafely-treat-insecure-origin-as-secure=${origin}`,
    ])
  : null

async function aShopWithDomain() {
  const shop = await aShop(service!)
  await service!.sql`delete from domains`
  await service!.sql`update stores set domain = null`
  await openDomain(service!, shop.store, 'tienda.example')
  service!.app.domains.clear()
  return shop
}

const fill = async (page: Page) => {
  await page.getByLabel('Tu nombre').fill('Ana Morales')
  await page.getByLabel('Tu WhatsApp').fill('5512 3456')
}

suite('a shop on its own domain, in a browser', { skip: noBrowser }, () => {
  test('takes an order of a cart, and its link in the message is of the domain', async () => {
    const { store } = await aShopWithDomain()
    const { page } = await browser!.open()
    await page.goto(`${origin}/`)
    await page.getByRole('link', { name: 'Agregar Taza de barro al carrito' }).click()
    await page.getByRole('link', { name: 'Ver carrito' }).click()
    await Promise.all([page.waitForEvent('load'), page.getByRole('button', { name: 'Continuar' }).click()])
    await fill(page)
    await page.getByRole('button', { name: 'Enviar pedido' }).click()
    await page.waitForURL('https://wa.me/**')
    const [order] = await ordersOf(service!, store.id)
    assert.equal(order!.total, 60)
    const tracking = `${origin}/pedido/${order!.trackingToken}`
    assert.ok(decodeURIComponent(page.url()).includes(tracking))
    await page.goto(tracking)
    await page.getByRole('link', { name: 'Mis pedidos' }).click()
    await page.getByRole('link', { name: order!.orderNumber }).click()
    assert.equal(page.url(), tracking)
  })

  test('takes an order by plain forms', async () => {
    const { store } = await aShopWithDomain()
    const { page } = await browser!.open({ javaScriptEnabled: false })
    await page.goto(`${origin}/p/taza`)
    await page.getByRole('button', { name: 'Agregar al carrito' }).click()
    await page.getByRole('button', { name: 'Continuar' }).click()
    await fill(page)
    await page.getByRole('button', { name: 'Enviar pedido' }).click()
    await page.getByRole('heading', { level: 1 }).waitFor()
    const [order] = await ordersOf(service!, store.id)
    assert.equal(page.url(), `${origin}/pedido/${order!.trackingToken}#listo`)
  })

  test('shows the cart of an old link to the address here', async () => {
    const { url, mug } = await aShopWithDomain()
    const { page } = await browser!.open({ javaScriptEnabled: false })
    const query = `v=${mug.variants[0]!.id}~60&n=3`
    await page.goto(`${url}/carrito?${query}`)
    assert.equal(page.url(), `${origin}/carrito?${query}`)
    assert.equal(await page.locator('[name=n]').first().inputValue(), '3')
  })

  test('has a worker of the whole domain, which shows its page without a connection', async () => {
    await aShopWithDomain()
    const { context, page } = await browser!.open({ serviceWorkers: 'allow' })
    await page.goto(`${origin}/`)
    const scope = await page.evaluate<string>('navigator.serviceWorker.ready.then(({ scope }) => scope)')
    assert.equal(scope, `${origin}/`)
    await waitFor(() => page.evaluate<boolean>("caches.match('/sin-conexion').then(Boolean)"))
    await page.reload()
    await context.setOffline(true)
    await page.goto(`${origin}/carrito`)
    await page.getByRole('heading', { name: 'Sin conexión' }).waitFor()
  })
})
