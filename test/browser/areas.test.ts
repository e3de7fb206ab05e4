import assert from 'node:assert/strict'
import { suite, test } from 'node:test'
import type { Page } from 'playwright-core'
import { aProduct, aShippingOption, aStore } from '../factories.ts'
import { startService } from '../service.ts'
import { waitFor } from '../wait-for.ts'
import { axeViolations } from './axe.ts'
import { noBrowser, ordersOf, overflow, photograph, startBrowser } from './browser.ts'

const [service, browser] = noBrowser ? [] : [await startService(), await startBrowser()]
if (service) service.app.publicUrl = service.url // events of other origins are refused

const areas = [
  { name: 'Ciudad Vieja', price: 20, postalCodes: ['03005'] },
  { name: 'Jocotenango', price: 15, postalCodes: ['03002', '03003'] },
  { name: 'San Lucas Sacatepéquez', price: 30 },
  ...Array.from({ length: 197 }, (_, n) => ({ name: `Aldea ${n + 1}`, price: 40 + n })),
]

/** A store with 200 areas, and its checkout of one product at 100. */
async function aShopWithAreas() {
  const store = await aStore(service!)
  const { variants } = await aProduct(service!, store, { name: 'Pizza', price: 100 })
  const option = await aShippingOption(service!, store, { name: 'A domicilio', price: 50, areas })
  await aShippingOption(service!, store, { name: 'Recoger', price: 0, kind: 'pickup' })
  return { store, option, checkout: `${service!.url}/${store.slug}/pedir?v=${variants[0]!.id}~100&n=1` }
}

const total = (page: Page) => page.locator('#summary .total dd').innerText()
const totalIs = (page: Page, amount: string) =>
  waitFor(async () => new RegExp(amount).test((await total(page)).replaceAll(/\s/g, ' ')))

async function fill(page: Page) {
  await page.getByLabel('Tu nombre').fill('Ana Morales')
  await page.getByLabel('Tu WhatsApp').fill('5512 3456')
  await page.getByLabel('Dirección de entrega').fill('4a calle 5')
}

suite('areas in the checkout', { skip: noBrowser }, () => {
  test('three letters find the area, the price follows, and the next order has it already', async () => {
    const { store, checkout } = await aShopWithAreas()
    const { context, page } = await browser!.open()
    await context.grantPermissions(['geolocation'], { origin: service!.url })
    await context.setGeolocation({ latitude: 14.5586, longitude: -90.7295 })
    await page.goto(checkout)
    const area = page.locator('input').and(page.getByRole('combobox', { name: '¿A qué zona va?' }))
    await area.waitFor()
    assert.equal(await overflow(page), 0)
    assert.match(await page.locator('#summary .sums').innerText(), /Envío\s+Según la zona$/)
    await photograph(page, 'areas-closed')
    assert.deepEqual(await axeViolations(page), [])
    await area.fill('jOc')
    await photograph(page, 'areas-open')
    assert.deepEqual(await axeViolations(page), [])
    assert.deepEqual(await page.getByRole('option').allInnerTexts(), ['Jocotenango · Q 15.00'])
    await area.press('Enter')
    await totalIs(page, 'Q 115\\.00')
    assert.match(await area.inputValue(), /^Jocotenango/)
    await fill(page)
    await page.getByRole('button', { name: 'Agregar mi ubicación' }).click()
    await page.getByText('Agregamos tu ubicación').waitFor()
    await photograph(page, 'areas-chosen')
    assert.deepEqual(await axeViolations(page), [])
    await page.getByRole('button', { name: 'Enviar pedido' }).click()
    await page.waitForURL('https://wa.me/**')
    const [{ trackingToken, id }] = await service!.sql<[{ trackingToken: string; id: string }]>`
      select tracking_token, id from orders where store_id = ${store.id}`
    const { data } = (await service!.get(`/api/v1/orders/${id}`, store.key)).json
    assert.deepEqual([data.shippingOption?.area, data.total], ['Jocotenango', 115])
    assert.deepEqual(data.location, { latitude: 14.5586, longitude: -90.7295 })

    await page.goto(`${service!.url}/${store.slug}/pedido/${trackingToken}`)
    await page.getByText('A domicilio, Jocotenango').waitFor()
    assert.equal(await overflow(page), 0)
    await photograph(page, 'areas-order')
    const map = page.getByRole('link', { name: 'Tu ubicación en el mapa' })
    assert.match((await map.getAttribute('href'))!, /query=14\.5586,-90\.7295$/)

    await page.goto(checkout.replace('n=1', 'n=2'))
    await totalIs(page, 'Q 215\\.00')
    assert.match(await area.inputValue(), /^Jocotenango/)
  })

  test('accents, case and postal codes are no matter; arrows choose; nothing found is said', async () => {
    const { checkout } = await aShopWithAreas()
    const { page } = await browser!.open()
    await page.goto(checkout)
    const area = page.locator('input').and(page.getByRole('combobox', { name: '¿A qué zona va?' }))
    await area.fill('SACATEPEQUEZ')
    assert.deepEqual(await page.getByRole('option').allInnerTexts(), ['San Lucas Sacatepéquez · Q 30.00'])
    await area.fill('03-005')
    await page.getByRole('option', { name: /^Ciudad Vieja/ }).waitFor()
    await area.fill('0300')
    await waitFor(async () => (await page.getByRole('option').count()) === 2)
    await area.press('ArrowDown')
    await area.press('Enter')
    await totalIs(page, 'Q 115\\.00')
    await area.fill('qqq')
    await page.getByText('Ninguna zona se llama así').waitFor()
    await area.press('Escape')
    await page.getByRole('radio', { name: /Recoger/ }).check()
    await totalIs(page, 'Q 100\\.00')
    assert.equal(await area.count(), 0)
    await page.getByRole('radio', { name: /A domicilio/ }).check()
    await area.waitFor()
    await page.getByRole('button', { name: 'Enviar pedido' }).click()
    await waitFor(async () => (await area.getAttribute('aria-invalid')) === 'true')
  })

  test('a place that is denied is told kindly and does not hold up the order; one that was added can be removed', async () => {
    const { store, checkout } = await aShopWithAreas()
    const { context, page } = await browser!.open()
    await page.goto(checkout)
    await page
      .locator('input')
      .and(page.getByRole('combobox', { name: '¿A qué zona va?' }))
      .fill('ciudad')
    await page
      .locator('input')
      .and(page.getByRole('combobox', { name: '¿A qué zona va?' }))
      .press('Enter')
    await page.getByRole('button', { name: 'Agregar mi ubicación' }).click()
    await page.getByText('no hace falta: con la dirección basta').waitFor()
    await context.grantPermissions(['geolocation'], { origin: service!.url })
    await context.setGeolocation({ latitude: 14.5586, longitude: -90.7295 })
    await page.getByRole('button', { name: 'Agregar mi ubicación' }).click()
    await page.getByRole('button', { name: 'Quitar mi ubicación' }).click()
    await fill(page)
    await page.getByRole('button', { name: 'Enviar pedido' }).click()
    await page.waitForURL('https://wa.me/**')
    const [order] = await service!
      .sql`select location, shipping_area from orders where store_id = ${store.id}`
    assert.deepEqual({ ...order }, { location: null, shippingArea: 'Ciudad Vieja' })
  })

  test('without JavaScript the list is a plain one, and the order has its price', async () => {
    const { store, option, checkout } = await aShopWithAreas()
    const { page } = await browser!.open({ javaScriptEnabled: false })
    await page.goto(checkout)
    assert.equal(await page.getByRole('button', { name: 'Agregar mi ubicación' }).count(), 0)
    await fill(page)
    await page.getByRole('button', { name: 'Enviar pedido' }).click()
    await page.getByText('Elige la zona a la que va el pedido').waitFor()
    await page.getByLabel('¿A qué zona va?').selectOption(option.areas[1]!.id)
    await photograph(page, 'areas-plain')
    await page.getByRole('button', { name: 'Actualizar el total' }).click()
    await totalIs(page, 'Q 115\\.00')
    await page.getByRole('button', { name: 'Enviar pedido' }).click()
    await page.getByText('A domicilio, Jocotenango').waitFor()
    assert.equal((await ordersOf(service!, store.id))[0]?.total, 115)
  })

  test('200 areas stay within the weight of a page, which alone may ask for the place', async () => {
    const { store, checkout } = await aShopWithAreas()
    const read = async (url: string) => {
      const response = await fetch(url, { headers: { 'accept-encoding': 'br' } })
      return { headers: response.headers, bytes: Number(response.headers.get('content-length')) }
    }
    const { headers, bytes } = await read(checkout)
    assert.ok(bytes > 0 && bytes <= 14 * 1024, `${bytes} bytes`)
    assert.match(headers.get('permissions-policy')!, /geolocation=\(self\)/)
    const shop = await read(`${service!.url}/${store.slug}`)
    assert.match(shop.headers.get('permissions-policy')!, /geolocation=\(\)/)
  })
})
