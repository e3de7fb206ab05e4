import assert from 'node:assert/strict'
import { suite, test } from 'node:test'
import type { Page } from 'playwright-core'
import { aModifierGroup, anOrder, aProduct, aShippingOption, aStore, order } from '../factories.ts'
import { startService } from '../service.ts'
import { waitFor } from '../wait-for.ts'
import { axeViolations } from './axe.ts'
import { noBrowser, overflow, photograph, startBrowser } from './browser.ts'
import { fillCheckout } from './checkout.ts'
import { openAsOwner } from './panel.ts'

const [service, browser] = noBrowser ? [] : [await startService(), await startBrowser()]

/** Notes which orders the page prints. */
const notePrints = `
  globalThis.printed = []
  globalThis.print = () => void printed.push(document.querySelector('.printing h2 a')?.textContent ?? 'the page')`
const printed = (page: Page) => page.evaluate<string[]>('printed')

type Store = Awaited<ReturnType<typeof aStore>>

async function aCafe(store: Store) {
  const here = await aShippingOption(service!, store, { name: 'En la mesa', price: 0, kind: 'here' })
  await aShippingOption(service!, store, { name: 'A domicilio', price: 25 })
  const group = await aModifierGroup(service!, store, { choices: [{ name: 'Queso', price: 5 }] })
  const product = await aProduct(service!, store, {
    name: 'Pan de campo',
    slug: 'pan',
    modifierGroupIds: [group.id],
  })
  const items = [
    {
      variantId: product.variants[0]!.id,
      quantity: 2,
      note: 'Bien tostado',
      modifiers: [{ choiceId: group.choices[0]!.id }],
    },
  ]
  const buy = async (name: string, rest: object) =>
    (await order(service!, { ...anOrder(store, items), name, ...rest })).json.id
  const move = (id: string, status: string) =>
    service!.put(`/api/v1/orders/${id}`, { key: store.key, body: { status } })
  return { here, buy, move, variantId: product.variants[0]!.id }
}

suite('the kitchen and its tables', { skip: noBrowser }, () => {
  test('what is confirmed elsewhere appears and is printed once, and one tap makes it ready, with undo', async () => {
    const { page, context, store, base } = await openAsOwner(service!, browser!)
    await context.addInitScript(notePrints)
    const { here, buy, move } = await aCafe(store)
    const table = { shippingOptionId: here.id, table: '4' }
    const [ana, luis, rosa] = [
      await buy('Ana Morales', { ...table, notes: 'Sin apuro' }),
      await buy('Luis Gil', { ...table, table: 'Patio 12' }),
      await buy('Rosa Xicará', {}),
    ]
    await move(luis, 'confirmed')
    await page.goto(`${base}/cocina`)
    await page.getByText('Luis Gil').waitFor()
    await page.getByRole('switch', { name: /^Imprimir solo/ }).click()
    await move(rosa, 'confirmed')
    await move(ana, 'confirmed')
    await page.getByText('Ana Morales').waitFor()
    const names = await page.locator('.kitchen h2 a').allTextContents()
    assert.deepEqual(names, ['Luis Gil', 'Rosa Xicará', 'Ana Morales'])
    await waitFor(async () => (await printed(page)).length === 2)
    await page.evaluate('scrollTo(0, 0)')
    await photograph(page, 'kitchen')
    assert.equal(await overflow(page), 0)
    assert.deepEqual(await axeViolations(page), [])
    await page.setViewportSize({ width: 1280, height: 800 })
    await photograph(page, 'kitchen-desk')
    assert.deepEqual(await axeViolations(page), [])
    await page.setViewportSize({ width: 360, height: 800 })

    await page.getByRole('button', { name: 'Marcar listo: pedido de Ana Morales' }).click()
    const ticket = page.locator('.kitchen').getByText('Ana Morales')
    await ticket.waitFor({ state: 'detached' })
    const status = async () => (await service!.get(`/api/v1/orders/${ana}`, store.key)).json.data.status
    assert.equal(await status(), 'shipped')
    assert.equal(new URL(page.url()).pathname, `${new URL(base).pathname}/cocina`)
    await photograph(page, 'kitchen-undo')
    await page.getByRole('button', { name: 'Deshacer' }).click()
    await ticket.waitFor()
    assert.equal(await status(), 'confirmed')
    assert.deepEqual(await printed(page), ['Rosa Xicará', 'Ana Morales'])
  })

  test('without scripts the orders are shown, with their button', async () => {
    const { page, store, base } = await openAsOwner(service!, browser!, { javaScriptEnabled: false })
    const { buy, move } = await aCafe(store)
    const id = await buy('Luis Gil', {})
    await move(id, 'confirmed')
    await page.goto(`${base}/cocina`)
    await page.getByRole('button', { name: 'Marcar enviado: pedido de Luis Gil' }).click()
    await page.getByText('Nada por preparar').waitFor()
  })

  test('a table’s link is kept for the tab, and the checkout needs no address', async () => {
    const store = await aStore(service!)
    await aCafe(store)
    const { page, context } = await browser!.open({ viewport: { width: 360, height: 800 } })
    const url = `${service!.url}/${store.slug}`
    await page.goto(`${url}?mesa=4`)
    await page.goto(`${url}/p/pan`)
    await page.getByRole('button', { name: 'Agregar al carrito' }).click()
    await page.getByRole('link', { name: 'Ver carrito' }).click()
    await page.getByRole('button', { name: 'Continuar' }).click()
    const table = page.getByLabel('Para la mesa')
    await table.waitFor()
    await waitFor(async () => (await table.inputValue()) === '4')
    assert.equal(await page.getByRole('radio', { name: /En la mesa/ }).isChecked(), true)
    assert.equal(await page.getByLabel('Dirección de entrega').isVisible(), false)
    await photograph(page, 'checkout-table')
    assert.equal(await overflow(page), 0)
    assert.deepEqual(await axeViolations(page), [])
    await fillCheckout(page)
    await page.getByRole('button', { name: 'Enviar pedido' }).click()
    await waitFor(async () => (await service!.get('/api/v1/orders', store.key)).json.total === 1)
    const [{ id }] = await service!.sql<[{ id: string }]>`select id from orders where store_id = ${store.id}`
    const placed = (await service!.get(`/api/v1/orders/${id}`, store.key)).json.data
    assert.deepEqual([placed.deliveryKind, placed.table, placed.customerAddress], ['here', '4', null])

    await page.waitForURL('https://wa.me/**')
    const next = await aStore(service!)
    const { variantId } = await aCafe(next)
    await page.goto(`${service!.url}/${next.slug}/pedir?v=${variantId}~105&n=1`)
    await page.getByLabel('Tu nombre').waitFor()
    assert.equal(await table.inputValue(), '', 'another shop has its own tables')

    const other = await context.newPage()
    await other.goto(`${url}/p/pan`)
    await other.getByRole('button', { name: 'Agregar al carrito' }).click()
    await other.getByRole('link', { name: 'Ver carrito' }).click()
    await other.getByRole('button', { name: 'Continuar' }).click()
    await other.getByLabel('Tu nombre').waitFor()
    assert.equal(await other.getByLabel('Para la mesa').inputValue(), '', 'another tab is at no table')
  })

  test('a sheet has a code for each table', async () => {
    const { page, store, base } = await openAsOwner(service!, browser!)
    await aCafe(store)
    await page.goto(`${base}/compartir/mesas?hasta=5`)
    assert.equal(await page.getByRole('img', { name: /^Código QR de la mesa/ }).count(), 5)
    assert.equal(await overflow(page), 0)
    assert.deepEqual(await axeViolations(page), [])
    await photograph(page, 'tables')
    await page.setViewportSize({ width: 1280, height: 800 })
    await photograph(page, 'tables-desk')
  })
})
