import assert from 'node:assert/strict'
import { suite, test } from 'node:test'
import { Client, StreamableHTTPClientTransport } from '@modelcontextprotocol/client'
import type { Page } from 'playwright-core'
import { aProduct, aStore } from '../factories.ts'
import { aPizza } from '../pizzeria.ts'
import { startService } from '../service.ts'
import { waitFor } from '../wait-for.ts'
import { axeViolations } from './axe.ts'
import { noBrowser, overflow, photograph, startBrowser } from './browser.ts'

const [service, browser] = noBrowser ? [] : [await startService(), await startBrowser()]
if (service) service.app.publicUrl = service.url

type Answer = { products: { title: string; variants: { id: string }[] }[]; continue_url: string }

/** The page that an assistant leads to, which knows the shop's address alone and puts what it finds first in the cart. */
async function fillCart(store: { slug: string }, wanted: Record<string, number>): Promise<string> {
  const client = new Client({ name: 'assistant', version: '1' })
  await client.connect(new StreamableHTTPClientTransport(new URL(`${service!.url}/${store.slug}/ucp/mcp`)))
  const call = async (name: string, given: Record<string, unknown>) =>
    (await client.callTool({ name, arguments: given })).structuredContent as Answer
  const lines = []
  for (const [query, quantity] of Object.entries(wanted)) {
    const { products } = await call('search_catalog', { catalog: { query } })
    lines.push({ item: { id: products[0]!.variants[0]!.id }, quantity })
  }
  const cart = await call('create_cart', { cart: { line_items: lines } })
  await client.close()
  return cart.continue_url
}

async function order(page: Page, store: { id: string }) {
  await Promise.all([page.waitForEvent('load'), page.getByRole('button', { name: 'Continuar' }).click()])
  await page.getByLabel('Tu nombre').fill('Ana Morales')
  await page.getByLabel('Tu WhatsApp').fill('5512 3456')
  await page.getByRole('button', { name: 'Enviar pedido' }).click()
  await page.waitForURL(/wa\.me|\/pedido\//)
  const [placed] = await service!.sql<
    { items: { productName: string; quantity: number }[]; total: number }[]
  >`
    select items, total from orders where store_id = ${store.id}`
  const names = placed!.items.map(({ productName, quantity }) => `${quantity} ${productName}`)
  return [...names.toSorted(), placed!.total]
}

async function choosePizza(page: Page, add: string) {
  for (const name of ['Pepperoni', 'Margarita', 'Delgada'])
    await page.locator('main').getByLabel(name).check()
  await page.getByRole('button', { name: add }).click()
}

suite('a cart that an assistant filled', { skip: noBrowser }, () => {
  test('opens with what was asked for by a misspelt question, and is ordered as it stands', async () => {
    const store = await aStore(service!)
    await aProduct(service!, store, { name: 'Café sin azúcar', price: 25.5 })
    await aProduct(service!, store, { name: 'Galletas de avena', price: 12 })
    const url = await fillCart(store, { 'cafe sin asucar': 2, gayetas: 1 })
    const { page } = await browser!.open({ viewport: { width: 360, height: 740 } })
    await page.goto(url)
    await page.locator('.total', { hasText: '63.00' }).waitFor()
    assert.equal(await page.getByLabel('Cantidad de Café sin azúcar').inputValue(), '2')
    assert.deepEqual(await order(page, store), ['1 Galletas de avena', '2 Café sin azúcar', 63])
  })

  test('asks for what is required, as many as there are, and is then ordered', async () => {
    const store = await aStore(service!)
    await aPizza(service!, store)
    const url = await fillCart(store, { refresco: 1, 'pisa familiar': 2 })
    const { page } = await browser!.open({ viewport: { width: 360, height: 740 } })
    await page.goto(url)
    await page.getByText('El total todavía no lo incluye').waitFor()
    assert.equal(await page.getByRole('button', { name: 'Continuar' }).isDisabled(), true)
    assert.equal(await overflow(page), 0)
    assert.deepEqual(await axeViolations(page), [])
    await photograph(page, 'assistant-cart')
    await page.getByRole('link', { name: 'Elegir', exact: true }).click()
    await page.waitForURL(/otra=/)
    await waitFor(async () => (await page.locator('.amount input').inputValue()) === '2')
    await choosePizza(page, 'Agregar al carrito')
    await page.getByRole('link', { name: 'Ver carrito' }).click()
    await page.locator('#cart .total', { hasText: '212.00' }).waitFor()
    assert.equal(await page.locator('#cart .lines li').count(), 2)
    assert.deepEqual(await order(page, store), ['1 Refresco', '2 Pizza familiar', 212])
  })

  test('asks for what is required also in a browser without JavaScript', async () => {
    const store = await aStore(service!)
    await aPizza(service!, store)
    const url = await fillCart(store, { refresco: 1, 'pisa familiar': 2 })
    const { page } = await browser!.open({
      viewport: { width: 360, height: 740 },
      javaScriptEnabled: false,
    })
    await page.goto(url)
    await page.getByRole('link', { name: 'Elegir', exact: true }).click()
    await page.waitForURL(/otra=/)
    assert.equal(await page.locator('.amount input').inputValue(), '2')
    await choosePizza(page, 'Agregar al carrito')
    await page.waitForURL(/\/carrito\?/)
    assert.equal(await page.locator('#cart .lines li').count(), 2)
    assert.deepEqual(await order(page, store), ['1 Refresco', '2 Pizza familiar', 212])
  })

  test('keeps what is to be chosen while another product is put beside it', async () => {
    const store = await aStore(service!)
    const { dough } = await aPizza(service!, store)
    await aProduct(service!, store, { name: 'Calzone', price: 40, modifierGroupIds: [dough.id] })
    const { page } = await browser!.open({ viewport: { width: 360, height: 740 } })
    await page.goto(await fillCart(store, { 'pisa familiar': 2 }))
    await page.getByRole('link', { name: 'Elegir', exact: true }).click()
    await page.waitForURL(/otra=/)
    await page.getByRole('link', { name: 'Elegir Calzone' }).click()
    const sheet = page.getByRole('dialog')
    await sheet.getByLabel('Gruesa').check()
    await sheet.getByRole('button', { name: 'Agregar al carrito' }).click()
    await page.getByRole('link', { name: 'Ver carrito' }).click()
    await page.locator('#cart').getByText('Por completar').waitFor()
    await page.locator('#cart').getByText('2 unidades').waitFor()
    assert.equal(await page.locator('#cart .lines li').count(), 2)
  })
})
