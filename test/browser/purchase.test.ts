import assert from 'node:assert/strict'
import { suite, test } from 'node:test'
import { aPlacedOrder } from '../factories.ts'
import { startService } from '../service.ts'
import { waitFor } from '../wait-for.ts'
import { aShop, noBrowser, ordersOf, startBrowser } from './browser.ts'
import { fillCheckout, follow, toCheckout } from './checkout.ts'

const [service, browser] = noBrowser ? [] : [await startService(), await startBrowser()]
if (service) service.app.publicUrl = service.url // events of other origins are refused

suite('buying on a phone', { skip: noBrowser }, () => {
  test('an order to a shop suspended meanwhile shows that it is closed, without the reason', async () => {
    const { store, url } = await aShop(service!)
    const { page, send } = await toCheckout(url, browser!.open())
    await page.getByLabel('Tu WhatsApp').fill('+502 5512 3456')
    await service!.sql`update stores set billing_state = 'suspended' where id = ${store.id}`
    await send.click()
    await page.getByText('Esta tienda no está disponible por ahora').waitFor()
    assert.doesNotMatch((await page.locator('body').textContent())!, /pago|suspendida/i)
    assert.equal(await page.getByLabel('Tu nombre').inputValue(), 'Ana Morales')
  })

  test('an order goes from the catalog to the chat, and back to its page', async () => {
    const { store, url } = await aShop(service!)
    const { page } = await browser!.open()
    await page.goto(url)
    await follow(page, page.getByRole('link', { name: 'Café lavado', exact: true }))
    await page.getByRole('radio', { name: '1 kg' }).check()
    await page.getByRole('button', { name: 'Agregar al carrito' }).click()
    await page.reload()
    await page.getByRole('link', { name: 'Carrito, 1 artículo' }).click()
    await page.getByLabel('Cantidad de Café lavado, 1 kg').fill('2')
    await page.keyboard.press('Tab')
    await page.locator('.total', { hasText: '640.00' }).waitFor()
    await follow(page, page.getByRole('button', { name: 'Continuar' }))
    await fillCheckout(page)
    await page.getByText('1 a 2 días').click()
    await page.locator('.total', { hasText: '665.00' }).waitFor()
    await page.getByRole('button', { name: 'Enviar pedido' }).click()
    await page.locator('#address-wrong', { hasText: 'Escribe a dónde te lo llevamos' }).waitFor()
    await page.getByLabel('Dirección de entrega').fill('5a avenida 28')
    await page.getByLabel('Código de descuento').fill('hola10')
    await page.getByRole('button', { name: 'Aplicar' }).click()
    await page.locator('.total', { hasText: '601.00' }).waitFor()
    await page.getByRole('button', { name: 'Enviar pedido' }).click()
    await page.waitForURL('https://wa.me/**')
    assert.match(decodeURIComponent(page.url()), /2 × Café lavado \(1 kg\)/)

    await page.goBack()
    await page.getByRole('heading', { name: 'Recibimos tu pedido' }).waitFor()
    assert.match(page.url(), /\/pedido\//)
    await page.waitForLoadState('networkidle')
    await waitFor(() => page.evaluate<boolean>('scrollY === 0'))
    assert.equal(await page.locator('.count').isVisible(), false)
    const events = () => service!.sql<{ type: string }[]>`
      select type from catalog_events where store_id = ${store.id} order by created_at`
    await waitFor(async () => (await events()).length > 1)
    assert.deepEqual(
      (await events()).map(({ type }) => type),
      ['ADD_TO_CART', 'CHECKOUT_COMPLETED'],
    )
    assert.deepEqual(
      (await ordersOf(service!, store.id)).map(({ total }) => total),
      [601],
    )

    await page.getByText('Cancelar pedido').click()
    await page.getByRole('button', { name: 'Sí, cancelar' }).click()
    await page.getByRole('heading', { name: 'Este pedido se canceló' }).waitFor()
    await page.getByRole('link', { name: 'Repetir pedido' }).click()
    assert.equal(await page.getByLabel('Cantidad de Café lavado, 1 kg').inputValue(), '2')
  })

  test('a product with options is ordered without JavaScript', async () => {
    const { store, url } = await aShop(service!)
    const { page } = await browser!.open({ javaScriptEnabled: false })
    await page.goto(url)
    await page.getByRole('searchbox').fill('cafe')
    await page.keyboard.press('Enter')
    await page.getByRole('link', { name: 'Café lavado', exact: true }).click()
    await page.getByRole('radio', { name: '1 kg' }).check()
    await page.getByRole('button', { name: 'Agregar al carrito' }).click()
    await page.getByRole('button', { name: 'Continuar' }).click()
    await page.getByLabel('Código de descuento').fill('hola10')
    await page.getByRole('button', { name: 'Aplicar' }).click()
    await page.locator('.total', { hasText: '288.00' }).waitFor()
    await fillCheckout(page)
    await page.getByRole('button', { name: 'Enviar pedido' }).click()
    await page.getByRole('heading', { name: 'Recibimos tu pedido' }).waitFor()
    assert.match(
      (await page.getByRole('link', { name: 'Abrir WhatsApp' }).getAttribute('href'))!,
      /^https:\/\/wa\.me\//,
    )
    assert.deepEqual(
      (await ordersOf(service!, store.id)).map(({ total }) => total),
      [288],
    )
  })

  test('a cart of several products is ordered without JavaScript', async () => {
    const { store, url } = await aShop(service!)
    const { page } = await browser!.open({ javaScriptEnabled: false })
    await page.goto(url)
    await page.getByRole('link', { name: 'Agregar Taza de barro al carrito' }).click()
    await page.getByRole('link', { name: 'Seguir comprando' }).click()
    await page.getByRole('link', { name: 'Cafés' }).click()
    await page.getByRole('searchbox').fill('lavado')
    await page.keyboard.press('Enter')
    await page.getByRole('link', { name: 'Café lavado', exact: true }).click()
    await page.getByRole('link', { name: 'Carrito, 1 artículo' }).waitFor()
    for (const [variant, quantity] of [
      ['1 kg', '2'],
      ['250 g', '1'],
    ] as const) {
      await page.getByRole('radio', { name: variant }).check()
      await page.getByLabel('Cantidad').fill(quantity)
      await page.getByRole('button', { name: 'Agregar al carrito' }).click()
      await page.getByRole('heading', { name: 'Tu carrito' }).waitFor()
      await page.locator('.lines').getByRole('link', { name: 'Café lavado' }).first().click()
    }
    await page.getByRole('link', { name: 'Carrito, 4 artículos' }).click()
    await page.locator('.total', { hasText: '785.00' }).waitFor()
    await page.getByLabel('Cantidad de Taza de barro').fill('3')
    await page.getByRole('button', { name: 'Actualizar cantidades' }).click()
    await page.locator('.total', { hasText: '905.00' }).waitFor()
    await page.getByRole('button', { name: 'Quitar Café lavado, 250 g' }).click()
    await page.locator('.total', { hasText: '820.00' }).waitFor()
    await page.getByRole('button', { name: 'Continuar' }).click()
    await fillCheckout(page)
    await page.getByRole('button', { name: 'Enviar pedido' }).click()
    await page.getByRole('heading', { name: 'Recibimos tu pedido' }).waitFor()
    assert.deepEqual(
      (await ordersOf(service!, store.id)).map(({ total }) => total),
      [820],
    )
  })

  test('in a browser that blocks its storage, the cart is in addresses', async () => {
    const { store, url } = await aShop(service!)
    const { page } = await browser!.open()
    await page.addInitScript(`
      for (const name of ['localStorage', 'sessionStorage'])
        Object.defineProperty(globalThis, name, { get: () => { throw new DOMException('denied', 'SecurityError') } })`)
    await page.goto(`${url}?mesa=4`)
    await page.getByRole('link', { name: 'Agregar Taza de barro al carrito' }).click()
    await page.getByRole('button', { name: 'Uno más de Taza de barro' }).click()
    await page.locator('.total', { hasText: '120.00' }).waitFor()
    await page.getByRole('link', { name: 'Seguir comprando' }).click()
    await page.getByRole('link', { name: 'Carrito, 2 artículos' }).waitFor()
    await page.getByRole('searchbox').fill('lavado')
    await page.keyboard.press('Enter')
    await page.getByRole('link', { name: 'Elegir Café lavado' }).click()
    await page.getByRole('radio', { name: '1 kg' }).check()
    await page.getByRole('button', { name: 'Agregar al carrito Q 320.00' }).click()
    await page.locator('.total', { hasText: '440.00' }).waitFor()
    await page.getByRole('button', { name: 'Continuar' }).click()
    await fillCheckout(page)
    await page.getByRole('button', { name: 'Enviar pedido' }).click()
    await page.waitForURL('https://wa.me/**')
    assert.deepEqual(
      (await ordersOf(service!, store.id)).map(({ total }) => total),
      [440],
    )
  })

  test('an order placed before the script has loaded empties the cart', async () => {
    const { store, url } = await aShop(service!)
    const { context, page } = await browser!.open()
    await page.goto(url)
    await page.getByRole('link', { name: 'Agregar Taza de barro al carrito' }).click()
    await context.route('**/buy.js', (route) => route.abort())
    await page.getByRole('link', { name: 'Ver carrito' }).click()
    await page.getByRole('button', { name: 'Continuar' }).click()
    await fillCheckout(page)
    await context.unroute('**/buy.js')
    await page.getByRole('button', { name: 'Enviar pedido' }).click()
    await page.getByRole('heading', { name: 'Recibimos tu pedido' }).waitFor()
    await page.getByRole('link', { name: 'Carrito vacío' }).waitFor()
    await page.waitForURL(/\/pedido\/\w+$/)
    assert.equal((await ordersOf(service!, store.id)).length, 1)
  })

  test("the order's page has a copy button for the payment instructions, and updates its status", async () => {
    const { store, url } = await aShop(service!)
    await service!
      .sql`update stores set payment_instructions = 'Banco Industrial 123-456789-0' where id = ${store.id}`
    const { id } = await aPlacedOrder(service!, store)
    const [order] = await ordersOf(service!, store.id)
    const { page, context } = await browser!.open({ permissions: ['clipboard-read', 'clipboard-write'] })
    await page.clock.install()
    await page.goto(`${url}/pedido/${order!.trackingToken}`)
    await page.getByRole('button', { name: 'Copiar 123-456789-0' }).click()
    await page.getByText('Copiado', { exact: true }).waitFor()
    assert.equal(await page.evaluate('navigator.clipboard.readText()'), '123-456789-0')

    await service!.put(`/api/v1/orders/${id}`, { key: store.key, body: { status: 'confirmed' } })
    await context.setOffline(true)
    await page.clock.runFor(10_000) // without a connection it is asked for the next time
    await context.setOffline(false)
    await page.clock.runFor(10_000)
    await page.getByRole('heading', { name: 'Tu pedido está confirmado' }).waitFor()
    await page.getByRole('button', { name: 'Copiar 123-456789-0' }).waitFor()
  })

  test('a double tap is one order', async () => {
    const { store, url } = await aShop(service!)
    const { page, send } = await toCheckout(url, browser!.open())
    await send.dblclick()
    await page.waitForURL('https://wa.me/**')
    assert.equal((await ordersOf(service!, store.id)).length, 1)
  })

  test('an order placed offline is queued, and sent when online', async () => {
    const { store, url } = await aShop(service!)
    const { context, page, send } = await toCheckout(url, browser!.open())
    await context.setOffline(true)
    await send.click()
    await page.getByText('Sin conexión. Tu pedido sigue aquí').waitFor()
    await context.setOffline(false)
    await send.click()
    await page.waitForURL('https://wa.me/**')
    assert.equal((await ordersOf(service!, store.id)).length, 1)
  })

  test('a lost response is recovered, after a reload too', async () => {
    const { store, url } = await aShop(service!)
    const { context, page, send } = await toCheckout(url, browser!.open())
    await context.route('**/pedir', async (route) => {
      await route.fetch()
      await route.abort()
    })
    await send.click()
    await page.getByText('Sin conexión. Tu pedido sigue aquí').waitFor()
    await context.unroute('**/pedir')
    await page.reload()
    await fillCheckout(page)
    await send.click()
    await page.waitForURL('https://wa.me/**')
    assert.equal((await ordersOf(service!, store.id)).length, 1)
  })

  test('the same order again asks whether another is wanted, and keeps the cart', async () => {
    const { store, url } = await aShop(service!)
    const opened = browser!.open()
    const first = await toCheckout(url, opened)
    await first.send.click()
    await first.page.waitForURL('https://wa.me/**')
    const { page, send } = await toCheckout(url, opened)
    await page.getByText('Agregar una nota').click()
    await page.getByLabel('Notas para la tienda').fill('con prisa')
    await send.click()
    const question = page.locator('#changes .notice:focus', { hasText: '¿Otro igual?' })
    await question
      .getByText('vuelve a enviarlo en cinco minutos; con otra cantidad puedes pedirlo ya')
      .waitFor()
    await question.getByRole('link', { name: 'Cambiar cantidades' }).waitFor()
    assert.equal(await page.getByLabel('Notas para la tienda').inputValue(), 'con prisa')
    await page.getByRole('link', { name: 'Carrito, 1 artículo' }).waitFor()

    await service!
      .sql`update orders set created_at = created_at - interval '5 minutes' where store_id = ${store.id}`
    await send.click()
    await page.waitForURL('https://wa.me/**')
    assert.equal((await ordersOf(service!, store.id)).length, 2)

    const third = await toCheckout(url, opened)
    await third.send.click()
    await third.page.getByRole('link', { name: /^Ver el pedido PED-/ }).click()
    await third.page.getByRole('heading', { name: 'Recibimos tu pedido' }).waitFor()
    await third.page.getByRole('link', { name: 'Carrito, 1 artículo' }).waitFor()
    assert.equal((await ordersOf(service!, store.id)).length, 2)
  })

  test('the same order after the first was cancelled is a new one', async () => {
    const { store, url } = await aShop(service!)
    const opened = browser!.open()
    const first = await toCheckout(url, opened)
    await first.send.click()
    await first.page.waitForURL('https://wa.me/**')
    await service!.sql`update orders set status = 'cancelled' where store_id = ${store.id}`
    const { page, send } = await toCheckout(url, opened)
    await send.click()
    await page.waitForURL('https://wa.me/**')
    assert.equal((await ordersOf(service!, store.id)).length, 2)
  })

  test('when one of two products sells out meanwhile, it goes, its name is shown in view, and the rest is ordered', async () => {
    const { store, mug, coffee, url } = await aShop(service!)
    const { page } = await browser!.open()
    const [mugId, coffeeId] = [mug, coffee].map(({ variants }) => variants[0]!.id)
    await page.goto(`${url}/carrito?v=${mugId}~60&n=3&v=${coffeeId}~85&n=2`)
    await follow(page, page.getByRole('button', { name: 'Continuar' }))
    await fillCheckout(page)
    const stock = (product: typeof mug, left: number) => {
      const variants = [{ id: product.variants[0]!.id, stock: left }]
      return service!.sql`update variants set stock = ${left} where id = ${variants[0]!.id}`
    }
    await stock(coffee, 0)
    await stock(mug, 2)
    const send = page.getByRole('button', { name: 'Enviar pedido' })
    await send.click()
    const notice = page.locator('#changes .notice')
    await notice.getByText('Café lavado se agotó y salió de tu carrito.').waitFor()
    await notice.getByText('De Taza de barro solo quedan 2.').waitFor()
    await waitFor(() => page.evaluate<boolean>('scrollY < 200'))
    assert.equal(
      await notice.evaluate(
        (box) => box === box.ownerDocument.activeElement && box.getBoundingClientRect().top > 0,
      ),
      true,
    )
    await page.getByLabel('Recoger').check()
    await send.click()
    await page.waitForURL('https://wa.me/**')
    assert.deepEqual(
      (await ordersOf(service!, store.id)).map(({ total }) => total),
      [120],
    )
    await page.goto(url)
    await page.getByRole('link', { name: 'Carrito vacío' }).waitFor()
  })

  test('a placed order is not submitted again by going back', async () => {
    const { store, mug, coffee, url } = await aShop(service!)
    const { context, page, send } = await toCheckout(url, browser!.open())
    const other = await context.newPage()
    await other.goto(`${url}/p/cafe`)
    await other.getByRole('button', { name: 'Agregar al carrito' }).click()
    await other.getByRole('link', { name: 'Carrito, 2 artículos' }).waitFor()
    await send.click()
    await page.waitForURL('https://wa.me/**')
    await other.reload()
    await other.getByRole('link', { name: 'Carrito, 1 artículo' }).waitFor()
    await other.goto(`${url}/carrito`)
    await other.waitForURL(`${url}/carrito?v=${coffee.variants[0]!.id}~85&n=1`)
    await other.goto(`${url}/pedir?v=${mug.variants[0]!.id}~60&n=1`)
    await other.waitForURL(`${url}/carrito?v=${coffee.variants[0]!.id}~85&n=1`)
    await other.getByRole('button', { name: 'Quitar Café lavado, 250 g' }).click()
    await other.getByText('Aún no hay nada aquí').waitFor()

    await page.goBack()
    await page.goBack()
    await page.waitForURL(url)
    await page.getByRole('link', { name: 'Carrito vacío' }).waitFor()
    const [order] = await ordersOf(service!, store.id)
    for (let n = 0; n < 3; n++) {
      // At last it is tapped before the script is there; the cart holds one all the same.
      if (n === 2) await context.route('**/shop.js', (route) => route.abort())
      await page.goto(`${url}/pedido/${order!.trackingToken}`)
      await page.getByRole('link', { name: 'Repetir pedido' }).click()
      await page.waitForURL(`${url}/carrito?v=${mug.variants[0]!.id}~60&n=1`, { waitUntil: 'commit' })
    }
  })

  test('the browser stores orders and contact details, and can delete both', async () => {
    const { url, mug } = await aShop(service!)
    const { page, send } = await toCheckout(url, browser!.open())
    await send.click()
    await page.waitForURL('https://wa.me/**')
    await page.goto(`${url}/mis-pedidos`)
    await page.getByRole('link', { name: /^Pedido PED-/ }).waitFor()
    await page.getByRole('link', { name: 'Repetir pedido' }).click()
    await page.waitForURL(`${url}/carrito?v=${mug.variants[0]!.id}~60&n=1`)
    await follow(page, page.getByRole('button', { name: 'Continuar' }))
    assert.equal(await page.getByLabel('Tu nombre').inputValue(), 'Ana Morales')
    await page.goto(`${url}/mis-pedidos`)
    await page.getByText('Ana Morales').waitFor()
    await page.getByRole('button', { name: 'Olvidar mis datos' }).click()
    await page.getByRole('heading', { name: 'Aún no hay pedidos aquí' }).waitFor()
    await page.reload()
    await page.getByRole('heading', { name: 'Aún no hay pedidos aquí' }).waitFor()
    assert.doesNotMatch(await page.evaluate('JSON.stringify(localStorage)'), /Ana|PED-/)
  })
})
