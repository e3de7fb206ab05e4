import assert from 'node:assert/strict'
import { suite, test } from 'node:test'
import { days } from '../../src/features/hours/hours.ts'
import { themeIds } from '../../src/features/themes/theme.ts'
import { activateTheme } from '../../src/features/themes/draft.ts'
import { aProduct } from '../factories.ts'
import { startService } from '../service.ts'
import { waitFor } from '../wait-for.ts'
import { axeViolations } from './axe.ts'
import { aShop, noBrowser, ordersOf, overflow, photograph, startBrowser } from './browser.ts'

const [service, browser] = noBrowser ? [] : [await startService(), await startBrowser()]

const desk = { isMobile: false, hasTouch: false, viewport: { width: 1280, height: 900 } }

suite('the cart over the page', { skip: noBrowser }, () => {
  test('opens from the bag in every theme, is edited there, and leads to the checkout', async () => {
    const { store, mug, url } = await aShop(service!)
    await service!.sql`update stores set minimum_order = 100, free_shipping_from = 200 where id = ${store.id}`
    for (const theme of themeIds) {
      await activateTheme(service!.sql, store.id, theme)
      const { page } = await browser!.open({ bypassCSP: true, reducedMotion: 'reduce' })
      await page.goto(url)
      await page.getByRole('link', { name: 'Agregar Taza de barro al carrito' }).click()
      await page.locator('header').getByRole('link', { name: 'Carrito, 1 artículo' }).click()
      const sheet = page.getByRole('dialog', { name: 'Tu carrito' })
      await sheet.getByText('Te faltan Q 40.00 para el pedido mínimo').waitFor()
      assert.equal(await sheet.getByRole('button', { name: 'Continuar' }).isDisabled(), true)
      assert.deepEqual(await axeViolations(page), [], theme)
      assert.equal(await overflow(page), 0)
      await photograph(page, `sheet-${theme}`)
      await sheet.getByRole('button', { name: 'Uno más de Taza de barro' }).click()
      await sheet.getByText('Te faltan Q 80.00 en productos para el envío gratis').waitFor()
      await sheet.getByRole('button', { name: 'Quitar Taza de barro' }).click()
      await sheet.getByText('Aún no hay nada aquí').waitFor()
      await sheet.getByRole('button', { name: 'Deshacer' }).click()
      await sheet.locator('.total', { hasText: '120.00' }).waitFor()
      await page.keyboard.press('Escape')
      await sheet.waitFor({ state: 'detached' })
      assert.equal(page.url(), url)
      await page.getByRole('group', { name: 'Taza de barro, en tu carrito' }).getByText('2').waitFor()
      await page.locator('header').getByRole('link', { name: 'Carrito, 2 artículos' }).click()
      await sheet.getByRole('button', { name: 'Continuar' }).click()
      await page.waitForURL(`${url}/pedir?v=${mug.variants[0]!.id}%7E60&n=2`)
      await page.getByText('2 × Q 60.00').waitFor()
    }
  })

  test('is a drawer on a desk', async () => {
    const { url } = await aShop(service!)
    const { page } = await browser!.open({ ...desk, reducedMotion: 'reduce' })
    await page.goto(url)
    await page.getByRole('link', { name: 'Agregar Taza de barro al carrito' }).click()
    await page.getByRole('link', { name: 'Ver carrito' }).click()
    const sheet = page.getByRole('dialog', { name: 'Tu carrito' })
    await sheet.locator('.total').waitFor()
    const { x, y, width, height } = (await sheet.boundingBox())!
    assert.deepEqual([x + width, y, height], [1280, 0, 900])
    assert.ok(width < 640)
  })

  test('opens at once on a slow network, and closed before the answer keeps the cart', async () => {
    const { url } = await aShop(service!)
    const { context, page } = await browser!.open()
    let answer = () => {}
    const slow = new Promise<void>((done) => (answer = done))
    await context.route('**/carrito?*', async (route) => {
      await slow
      await route.continue()
    })
    await page.goto(url)
    await page.getByRole('link', { name: 'Agregar Taza de barro al carrito' }).click()
    await page.locator('header').getByRole('link', { name: 'Carrito, 1 artículo' }).click()
    const sheet = page.getByRole('dialog', { name: 'Tu carrito' })
    await sheet.locator('#cart[aria-busy=true]').waitFor()
    await page.keyboard.press('Escape')
    await sheet.waitFor({ state: 'detached' })
    const answered = page.waitForResponse('**/carrito?*')
    answer()
    await (await answered).finished()
    await page.locator('header').getByRole('link', { name: 'Carrito, 1 artículo' }).click()
    await sheet.locator('.total', { hasText: '60.00' }).waitFor()
  })

  test('says that the shop takes no orders and what to do about it, before any form', async () => {
    const { store, mug, url } = await aShop(service!)
    const closed = { closedUntil: new Date(Date.now() + 3_600_000).toISOString(), ordersWhileClosed: false }
    await service!.put('/api/v1/store', { key: store.key, body: closed })
    const { page } = await browser!.open()
    await page.goto(url)
    await page.getByRole('link', { name: 'Agregar Taza de barro al carrito' }).click()
    await page.getByRole('link', { name: 'Ver carrito' }).click()
    const sheet = page.getByRole('dialog', { name: 'Tu carrito' })
    await sheet.getByText('Tu carrito te espera aquí').waitFor()
    await sheet.getByText('Cerrado, sin pedidos').waitFor()
    assert.equal(await sheet.getByRole('button', { name: 'Continuar' }).isDisabled(), true)
    const ask = (await sheet.getByRole('link', { name: 'Preguntar' }).getAttribute('href'))!
    assert.match(ask, /^https:\/\/wa\.me\/\d+\?text=/)
    await service!.sql`update variants set stock = 0 where id = ${mug.variants[0]!.id}`
    await page.goto(`${url}/carrito`)
    const gone = page.locator('.notice', { hasText: 'Taza de barro se agotó y salió de tu carrito' })
    assert.match(
      decodeURIComponent((await gone.getByRole('link', { name: 'Preguntar' }).getAttribute('href'))!),
      /¿Cuándo vuelven a tener \*Taza de barro\*\?/,
    )
  })
})

suite('the quantities in a list', { skip: noBrowser }, () => {
  test('count in place up to the stock, which is said, and down to the button', async () => {
    const { store, mug, url } = await aShop(service!)
    await service!.sql`update variants set stock = 3 where id = ${mug.variants[0]!.id}`
    await service!.put('/api/v1/store', { key: store.key, body: { description: 'Otra' } }) // its cached pages are older
    const { page } = await browser!.open()
    await page.goto(url)
    const add = page.getByRole('link', { name: 'Agregar Taza de barro al carrito' })
    await add.focus()
    await page.keyboard.press('Enter')
    const [less, more] = ['menos', 'más'].map((step) =>
      page.getByRole('button', { name: `Uno ${step} de Taza de barro` }),
    )
    await waitFor(() => more!.evaluate((button) => button === button.ownerDocument.activeElement))
    await page.waitForTimeout(400) // a tap at once would be the second of a double one
    for (const count of [2, 3, 3]) {
      await more!.click({ force: true }) // at last it is shown as disabled, and says why
      await page.getByRole('link', { name: `Carrito, ${count} artículos` }).waitFor()
    }
    await page.getByText('Quedan 3: ya están en tu carrito').waitFor()
    assert.equal(await more!.getAttribute('aria-disabled'), 'true')
    await page.reload()
    await page.getByRole('group', { name: 'Taza de barro, en tu carrito' }).getByText('3').waitFor()
    for (let n = 0; n < 3; n++) await less!.click()
    await page.getByRole('link', { name: 'Carrito vacío' }).waitFor()
    await waitFor(() => add.evaluate((link) => link === link.ownerDocument.activeElement))
    assert.equal(await more!.count(), 0)
  })

  test('of what is sold out there is a question in its place', async () => {
    const { store, url } = await aShop(service!)
    const variants = [{ name: 'Única', stock: 0 }]
    await aProduct(service!, store, { name: 'Jarra azul', slug: 'jarra-azul', variants })
    const { page } = await browser!.open()
    for (const path of ['', '/p/jarra-azul']) {
      await page.goto(url + path)
      const ask = page.getByRole('link', {
        name: path ? 'Preguntar' : 'Preguntar por Jarra azul',
        exact: true,
      })
      assert.match(decodeURIComponent((await ask.getAttribute('href'))!), /vuelven a tener \*Jarra azul\*/)
      assert.deepEqual(await axeViolations(page), [], path)
    }
  })
})

suite('the time of an order', { skip: noBrowser }, () => {
  test('is a day, then an hour of it, which fit the chosen delivery', async () => {
    const { store, mug, url } = await aShop(service!)
    const always = Object.fromEntries(days.map((day) => [day, [['00:00', '24:00']]]))
    await service!.sql`update stores set hours = ${service!.sql.json(always)} where id = ${store.id}`
    await service!.sql`
      update shipping_options set estimated_delivery = '2 a 3 días' where store_id = ${store.id} and kind = 'delivery'`
    const { page } = await browser!.open({ bypassCSP: true })
    await page.goto(`${url}/pedir?v=${mug.variants[0]!.id}~60&n=2`)
    const time = page.getByRole('radiogroup', { name: '¿Para cuándo?' })
    assert.equal(await time.getByRole('combobox').count(), 0)
    await time.getByRole('radio', { name: 'Mañana' }).check()
    await time.getByLabel('Hora, Mañana').selectOption('7:00 p. m.')
    assert.deepEqual(await axeViolations(page), [])
    assert.equal(await overflow(page), 0)
    await photograph(page, 'time')
    await page.getByLabel('Envío').check()
    await time.getByRole('radio', { name: 'Mañana' }).waitFor({ state: 'detached' })
    assert.equal(await time.getByRole('radio', { name: 'Lo antes posible' }).isChecked(), true)
    await time.getByRole('radio').nth(1).check()
    await time.getByRole('combobox').selectOption('7:00 p. m.')
    await page.getByLabel('Tu nombre').fill('Ana Morales')
    await page.getByLabel('Tu WhatsApp').fill('5512 3456')
    await page.getByLabel('Dirección de entrega').fill('5a avenida 28')
    await page.getByRole('button', { name: 'Enviar pedido' }).click()
    await page.waitForURL('https://wa.me/**')
    const [order] = await service!.sql<{ isLater: boolean; hour: number }[]>`
      select wanted_at > now() + interval '1 day' as is_later,
        extract(hour from wanted_at at time zone 'America/Guatemala')::integer as hour
      from orders where store_id = ${store.id}`
    assert.deepEqual(order, { isLater: true, hour: 19 })
  })
})

suite('the orders of a phone', { skip: noBrowser }, () => {
  test('are shown with picture, status and total, and as they are remembered without a connection', async () => {
    const { store, mug, url } = await aShop(service!)
    const { page } = await browser!.open({ bypassCSP: true })
    await page.goto(`${url}/pedir?v=${mug.variants[0]!.id}~60&n=2`)
    await page.getByLabel('Tu nombre').fill('Ana Morales')
    await page.getByLabel('Tu WhatsApp').fill('5512 3456')
    await page.getByRole('button', { name: 'Enviar pedido' }).click()
    await page.waitForURL('https://wa.me/**')
    await service!.sql`update orders set status = 'confirmed' where store_id = ${store.id}`
    const [order] = await ordersOf(service!, store.id)
    await page.goto(`${url}/mis-pedidos`)
    const row = page.locator('#orders li', { hasText: order!.orderNumber })
    await row.getByText('Confirmado').waitFor()
    assert.match((await row.textContent())!, /2 × Taza de barro.*Q\s120\.00/s)
    assert.equal(await row.locator('.picture').count(), 1)
    assert.deepEqual(await axeViolations(page), [])
    assert.equal(await overflow(page), 0)
    await page.route('**/mis-pedidos', (route) =>
      route.request().method() === 'POST' ? route.abort() : route.continue(),
    )
    await page.reload()
    await row.getByRole('link', { name: `Pedido ${order!.orderNumber}` }).waitFor()
    await row.getByRole('link', { name: 'Repetir pedido' }).waitFor()
  })
})
