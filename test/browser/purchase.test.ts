import assert from 'node:assert/strict'
import { suite, test } from 'node:test'
import type { BrowserContext, Locator, Page } from 'playwright-core'
import { aPlacedOrder, aProduct } from '../factories.ts'
import { startService } from '../service.ts'
import { waitFor } from '../wait-for.ts'
import { aShop, noBrowser, ordersOf, startBrowser } from './browser.ts'

const [service, browser] = noBrowser ? [] : [await startService(), await startBrowser()]
if (service) service.app.publicUrl = service.url // events of other origins are refused

async function fillCheckout(page: Page, name = 'Ana Morales') {
  await page.getByLabel('Tu nombre').fill(name)
  await page.getByLabel('Tu WhatsApp').fill('5512 3456')
}

/** Taps what leads to another page, and waits until that one is loaded: then its scripts are there. */
async function follow(page: Page, tapped: Locator) {
  await Promise.all([page.waitForEvent('load'), tapped.click()])
}

/** To the checkout with one mug. */
async function checkout(url: string, open = browser!.open()) {
  const { context, page } = await open
  await page.goto(url)
  await page.getByRole('link', { name: 'Agregar Taza de barro al carrito' }).click()
  await page.getByRole('link', { name: 'Ver carrito' }).click()
  await follow(page, page.getByRole('button', { name: 'Continuar' }))
  await fillCheckout(page)
  return { context, page, send: page.getByRole('button', { name: 'Enviar pedido' }) }
}

/** The providers' scripts. Each call is noted at once: the request for it may end with the page. */
const recorder = {
  google: `
    const send = (call) => {
      if (call[0] !== 'config' && call[0] !== 'event') return
      note('google', [...call])
      void fetch('https://region1.google-analytics.com/g/collect', { method: 'POST', body: JSON.stringify([...call]) })
    }
    dataLayer.forEach(send)
    dataLayer.push = send
    document.cookie = '_ga=GA1.1;path=' + dataLayer.find(([name]) => name === 'config')[2].cookie_path`,
  meta: `
    const script = document.createElement('script')
    script.src = 'https://connect.facebook.net/signals/config/123456789012345'
    document.head.append(script)`,
  signals: `
    fbq.callMethod = (...call) => {
      note('meta', call)
      new Image().src = 'https://www.facebook.com/tr?call=' + encodeURIComponent(JSON.stringify(call))
    }
    fbq.queue.forEach((call) => fbq.callMethod(...call))`,
}

/** What is told to the providers, in place of which the test answers. */
async function recordTracking(context: BrowserContext) {
  const google: [string, string, Record<string, unknown>][] = []
  const meta: [string, string, Record<string, unknown>?][] = []
  const addresses: string[] = []
  await context.exposeFunction('note', (provider: 'google' | 'meta', call: never) =>
    ({ google, meta })[provider].push(call),
  )
  context.on('request', (request) => {
    if (/google|facebook/.test(new URL(request.url()).host)) addresses.push(request.url())
  })
  const script = (body: string) => ({ contentType: 'text/javascript', body })
  await context.route('https://www.googletagmanager.com/**', (route) =>
    route.fulfill(script(recorder.google)),
  )
  await context.route('https://connect.facebook.net/**', (route) =>
    route.fulfill(script(route.request().url().includes('signals') ? recorder.signals : recorder.meta)),
  )
  await context.route('https://region1.google-analytics.com/**', (route) =>
    route.fulfill({ status: 204, headers: { 'access-control-allow-origin': '*' } }),
  )
  await context.route('https://www.facebook.com/**', (route) => route.fulfill({ status: 204 }))
  return { google, meta, addresses }
}

/** Whether the visit's request is on its way: it follows the call that is noted. */
const isSent = (addresses: string[]) => addresses.some((address) => address.endsWith('/collect'))

suite('visit tracking', { skip: noBrowser }, () => {
  test('asks for consent before loading scripts, respects a refusal, and counts an order once', async () => {
    const { store, url } = await aShop(service!)
    await service!.sql`
      insert into connections (store_id, id, settings)
      values
        (${store.id}, 'meta_pixel', '{"pixelId": "123456789012345"}'),
        (${store.id}, 'google_analytics', '{"measurementId": "G-AB12CD34EF"}')`
    const { context, page } = await browser!.open()
    const violations: string[] = []
    page.on('pageerror', ({ message }) => /Transition/.test(message) || violations.push(message))
    page.on('console', (message) => {
      if (/Security Policy|Trusted/.test(message.text())) violations.push(message.text())
    })
    const { google, meta, addresses } = await recordTracking(context)
    const notice = page.getByRole('region', { name: 'Medición de visitas' })
    await page.goto(url)
    await notice.waitFor()
    await page.getByRole('button', { name: 'No, gracias' }).click()
    await page.reload()
    assert.equal(await notice.isVisible(), false)
    assert.deepEqual(addresses, [])

    await page.getByRole('link', { name: 'Medición de visitas' }).click()
    await page.getByRole('button', { name: 'Sí, acepto' }).click()
    await waitFor(() => meta.length === 3 && google.length === 1)
    assert.deepEqual(meta.map(([name, what]) => [name, what]), [
      ['set', 'autoConfig'],
      ['init', '123456789012345'],
      ['track', 'PageView'],
    ]) // prettier-ignore
    assert.equal(google[0]![1], 'G-AB12CD34EF')

    const assertTracked = (...names: string[]) =>
      waitFor(() => names.every((name) => [...meta, ...google].some(([, event]) => event === name)))
    await page.goto(`${url}/p/cafe`)
    assert.equal(await notice.isVisible(), false)
    await assertTracked('ViewContent', 'view_item')
    await page.getByRole('button', { name: /Agregar al carrito/ }).click()
    await assertTracked('AddToCart', 'add_to_cart')
    await page.getByRole('link', { name: 'Ver carrito' }).click()
    await follow(page, page.getByRole('button', { name: 'Continuar' }))
    await assertTracked('InitiateCheckout', 'begin_checkout')
    await fillCheckout(page)
    await page.getByLabel('Recoger').check()
    await page.getByRole('button', { name: 'Enviar pedido' }).click()
    await assertTracked('Purchase', 'purchase')
    const [order] = await ordersOf(service!, store.id)
    const tracked = meta.filter(([name, event]) => name === 'track' && event !== 'PageView')
    assert.deepEqual(
      tracked.map(([, event, data]) => [event, data!['value'], data!['currency']]),
      [
        ['ViewContent', 85, 'GTQ'],
        ['AddToCart', 85, 'GTQ'],
        ['InitiateCheckout', 85, 'GTQ'],
        ['Purchase', order!.total, 'GTQ'],
      ],
    )
    const purchase = google.find(([, event]) => event === 'purchase')!
    assert.deepEqual(
      [purchase[2]['transaction_id'], purchase[2]['value']],
      [order!.orderNumber, order!.total],
    )

    await page.waitForURL('https://wa.me/**')
    await page.goto(url)
    await page.getByRole('link', { name: 'Medición de visitas' }).click()
    await follow(page, page.getByRole('button', { name: 'No, gracias' }))
    await waitFor(async () => (await context.cookies()).length === 0)
    const sent = JSON.stringify([google, meta, addresses])
    assert.doesNotMatch(sent, /\/pedido\//)
    assert.equal(sent.split('"Purchase"').length, 2)
    assert.deepEqual(violations, [])
  })
})

/** The shop's owner connects Google Analytics, or Meta's pixel. */
const connect = (store: { id: string }, provider: string, settings: Record<string, string>) =>
  service!.sql`
    insert into connections (store_id, id, settings)
    values (${store.id}, ${provider}, ${service!.sql.json(settings)})`

suite('consent to tracking', { skip: noBrowser }, () => {
  test('is valid for the named providers: one added later asks again, one removed does not', async () => {
    const { store, url } = await aShop(service!)
    await connect(store, 'google_analytics', { measurementId: 'G-AB12CD34EF' })
    const { context, page } = await browser!.open()
    const { google, meta, addresses } = await recordTracking(context)
    const notice = page.getByRole('region', { name: 'Medición de visitas' })
    const visit = async (path: string) => {
      google.length = addresses.length = 0
      await page.goto(url + path, { waitUntil: 'networkidle' })
    }
    await visit('')
    await page.getByRole('button', { name: 'Sí, acepto' }).click()
    await waitFor(() => isSent(addresses))

    await connect(store, 'meta_pixel', { pixelId: '123456789012345' })
    await visit('/p/cafe')
    assert.equal(await notice.isVisible(), true)
    assert.match((await notice.textContent())!, /el píxel de Meta/)
    assert.deepEqual(addresses, [])
    await page.getByRole('button', { name: 'Sí, acepto' }).click()
    await waitFor(() => meta.length > 0 && google.length > 0)

    await service!.sql`delete from connections where store_id = ${store.id} and id = 'meta_pixel'`
    await visit('/p/taza')
    assert.equal(await notice.isVisible(), false)
    await waitFor(() => google.length > 0)
  })

  test('is withdrawn, with cookies, by declining a provider added later, and not requested again', async () => {
    const { store, url } = await aShop(service!)
    await connect(store, 'google_analytics', { measurementId: 'G-AB12CD34EF' })
    const { context, page } = await browser!.open()
    const { addresses } = await recordTracking(context)
    await page.goto(url)
    await page.getByRole('button', { name: 'Sí, acepto' }).click()
    await waitFor(() => isSent(addresses))
    await waitFor(async () => (await context.cookies()).length === 1)

    await connect(store, 'meta_pixel', { pixelId: '123456789012345' })
    addresses.length = 0
    await page.goto(`${url}/p/cafe`)
    await page.getByRole('button', { name: 'No, gracias' }).click()
    await waitFor(async () => (await context.cookies()).length === 0)
    await page.reload({ waitUntil: 'networkidle' })
    assert.equal(await page.getByRole('region', { name: 'Medición de visitas' }).isVisible(), false)
    assert.deepEqual(addresses, [])
  })
})

suite('buying on a phone', { skip: noBrowser }, () => {
  test('from a shop suspended meanwhile shows that it is closed, without the reason', async () => {
    const { store, url } = await aShop(service!)
    const { page, send } = await checkout(url)
    await page.getByLabel('Tu WhatsApp').fill('+502 5512 3456')
    await service!.sql`update stores set billing_state = 'suspended' where id = ${store.id}`
    await send.click()
    await page.getByText('Esta tienda no está disponible por ahora').waitFor()
    assert.doesNotMatch((await page.locator('body').textContent())!, /pago|suspendida/i)
    assert.equal(await page.getByLabel('Tu nombre').inputValue(), 'Ana Morales')
  })

  test('options select an existing variant with its stock; sold out ones can be viewed but not added', async () => {
    const { store, url } = await aShop(service!)
    const shirt = await aProduct(service!, store, {
      name: 'Camisa',
      options: [
        { name: 'Talla', values: ['S', 'M'] },
        { name: 'Color', values: ['Azul', 'Rojo'] },
      ],
      variants: [
        { name: 'S azul', optionValues: ['S', 'Azul'], stock: 2, price: 50 },
        { name: 'M azul', optionValues: ['M', 'Azul'], stock: 0 },
        { name: 'M roja', optionValues: ['M', 'Rojo'], price: 70 },
      ],
    })
    const { page } = await browser!.open()
    await page.goto(`${url}/p/${shirt.slug}`)
    const button = page.locator('.buybar .button')
    const chip = (name: string) => page.getByRole('radio', { name, exact: true })
    assert.match((await button.textContent())!, /Agregar al carrito Q\s50/)
    await page.getByText('Quedan 2', { exact: true }).waitFor()
    assert.equal(await page.locator('.plain').isVisible(), false)
    await chip('Rojo').check()
    await button.filter({ hasText: '70.00' }).waitFor()
    assert.equal(await chip('M').isChecked(), true, 'there is no red one in S')
    assert.equal(await page.getByText('Quedan 2', { exact: true }).isVisible(), false)
    await chip('Azul').check()
    await button.filter({ hasText: 'Agotado' }).waitFor()
    assert.equal(await chip('M').isChecked(), true)
    assert.equal(await button.isDisabled(), true)
    await chip('S').check()
    await button.filter({ hasText: 'Agregar' }).click()
    await page.getByRole('link', { name: 'Ver carrito' }).click()
    await page.getByLabel('Cantidad de Camisa, S azul').waitFor()

    const without = await browser!.open()
    await without.context.route('**/choices.js', (route) => route.abort())
    await without.page.goto(`${url}/p/${shirt.slug}`)
    await without.page.getByRole('radio', { name: 'M', exact: true }).click()
    await without.page.getByLabel('Elige una opción').selectOption({ index: 2 })
    assert.equal(
      await without.page.getByRole('radio').count(),
      0,
      'no chip is checked that is not the choice',
    )
    await without.page.getByRole('button', { name: 'Agregar al carrito Q 70.00' }).click()
    await without.page.getByRole('link', { name: 'Ver carrito' }).click()
    await without.page.getByLabel('Cantidad de Camisa, M roja').waitFor()
  })

  test('from the catalog to the chat, and back to the order', async () => {
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
    await page.locator('#address-wrong', { hasText: 'obligatorio' }).waitFor()
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

  test('without JavaScript', async () => {
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

  test('without JavaScript, a cart of several products', async () => {
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

  test('with JavaScript, lines in the URL are not added to the cart twice', async () => {
    const { url, mug, coffee } = await aShop(service!)
    const { page } = await browser!.open()
    await page.goto(`${url}?v=${coffee.variants[0]!.id}~85&n=5`)
    await page.getByRole('link', { name: 'Carrito vacío' }).waitFor()
    await page.getByRole('link', { name: 'Agregar Taza de barro al carrito' }).click()
    await page.getByRole('link', { name: 'Carrito, 1 artículo' }).waitFor()
    await page.getByRole('link', { name: 'Café lavado', exact: true }).click()
    await page.waitForURL(`${url}/p/cafe`)
    await page.goto(`${url}/carrito`)
    await page.waitForURL(`${url}/carrito?v=${mug.variants[0]!.id}~60&n=1`)
    await page.getByRole('link', { name: 'Seguir comprando' }).click()
    await page.waitForURL(url)
  })

  test('items added before the script has loaded are merged into the cart', async () => {
    const { url } = await aShop(service!)
    const { context, page } = await browser!.open()
    await page.goto(`${url}/p/cafe`)
    await page.getByRole('button', { name: 'Agregar al carrito' }).click()
    await page.getByRole('link', { name: 'Ver carrito' }).waitFor()
    await context.route('**/shop.js', (route) => route.abort())
    await page.goto(url)
    await context.unroute('**/shop.js')
    await page.getByRole('link', { name: 'Agregar Taza de barro al carrito' }).click()
    await page.getByLabel('Cantidad de Café lavado, 250 g').waitFor()
    await page.getByLabel('Cantidad de Taza de barro').waitFor()
    await page.reload()
    await page.getByRole('link', { name: 'Carrito, 2 artículos' }).waitFor()
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
    const { page, send } = await checkout(url)
    await send.dblclick()
    await page.waitForURL('https://wa.me/**')
    assert.equal((await ordersOf(service!, store.id)).length, 1)
  })

  test('an order placed offline is queued, and sent when online', async () => {
    const { store, url } = await aShop(service!)
    const { context, page, send } = await checkout(url)
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
    const { context, page, send } = await checkout(url)
    await context.route('**/api/orders', async (route) => {
      await route.fetch()
      await route.abort()
    })
    await send.click()
    await page.getByText('Sin conexión. Tu pedido sigue aquí').waitFor()
    await context.unroute('**/api/orders')
    await page.reload()
    await fillCheckout(page)
    await send.click()
    await page.waitForURL('https://wa.me/**')
    assert.equal((await ordersOf(service!, store.id)).length, 1)
  })

  test('the same order again asks whether another is wanted, and keeps the cart', async () => {
    const { store, url } = await aShop(service!)
    const opened = browser!.open()
    const first = await checkout(url, opened)
    await first.send.click()
    await first.page.waitForURL('https://wa.me/**')
    const { page, send } = await checkout(url, opened)
    await page.getByText('Agregar una nota').click()
    await page.getByLabel('Notas para la tienda').fill('con prisa')
    await send.click()
    const question = page.getByRole('dialog', { name: '¿Otro igual?' })
    await question.getByText(/envíalo desde las \d+:\d\d\. Con otra cantidad puedes pedirlo ya/).waitFor()
    await question.getByRole('button', { name: 'Cerrar' }).click()
    assert.equal(await page.getByLabel('Notas para la tienda').inputValue(), 'con prisa')
    await page.getByRole('link', { name: 'Carrito, 1 artículo' }).waitFor()

    await service!
      .sql`update orders set created_at = created_at - interval '5 minutes' where store_id = ${store.id}`
    await send.click()
    await page.waitForURL('https://wa.me/**')
    assert.equal((await ordersOf(service!, store.id)).length, 2)

    const third = await checkout(url, opened)
    await third.send.click()
    await third.page.getByRole('link', { name: /^Ver el pedido PED-/ }).click()
    await third.page.getByRole('heading', { name: 'Recibimos tu pedido' }).waitFor()
    await third.page.getByRole('link', { name: 'Carrito, 1 artículo' }).waitFor()
    assert.equal((await ordersOf(service!, store.id)).length, 2)
  })

  test('the same order after the first was cancelled is a new one', async () => {
    const { store, url } = await aShop(service!)
    const opened = browser!.open()
    const first = await checkout(url, opened)
    await first.send.click()
    await first.page.waitForURL('https://wa.me/**')
    await service!.sql`update orders set status = 'cancelled' where store_id = ${store.id}`
    const { page, send } = await checkout(url, opened)
    await send.click()
    await page.waitForURL('https://wa.me/**')
    assert.equal((await ordersOf(service!, store.id)).length, 2)
  })

  test('a changed price is shown before anything is sent', async () => {
    const { store, mug, url } = await aShop(service!)
    const { page } = await browser!.open()
    await page.goto(url)
    await page.getByRole('link', { name: 'Agregar Taza de barro al carrito' }).click()
    await service!.put(`/api/v1/products/${mug.id}`, { key: store.key, body: { price: 75 } })
    await page.getByRole('link', { name: 'Ver carrito' }).click()
    await page.getByText('subió de Q 60.00 a Q 75.00').waitFor()
    await service!.put(`/api/v1/products/${mug.id}`, { key: store.key, body: { isActive: false } })
    await page.goto(`${url}/carrito`)
    await page.getByText('está en pausa').waitFor()
    await page.getByText('Aún no hay nada aquí').waitFor()
  })

  test('when everything sold out meanwhile, the cart says so and is empty', async () => {
    const { store, mug, url } = await aShop(service!)
    const { page } = await browser!.open()
    await page.goto(`${url}/p/${mug.slug}`)
    await page.getByRole('button', { name: 'Agregar al carrito' }).click()
    await page.getByRole('link', { name: 'Ver carrito' }).click()
    await follow(page, page.getByRole('button', { name: 'Continuar' }))
    await fillCheckout(page)
    const variants = [{ id: mug.variants[0]!.id, stock: 0 }]
    await service!.put(`/api/v1/products/${mug.id}`, { key: store.key, body: { variants } })
    await page.getByRole('button', { name: 'Enviar pedido' }).click()
    await page.waitForURL('**/carrito**')
    await page.getByText('se agotó y salió de tu carrito').waitFor()
    await page.getByText('Aún no hay nada aquí').waitFor()
    assert.equal(await page.getByRole('link', { name: 'Carrito, 1 artículo' }).count(), 0)
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

  test('in a browser that blocks its storage, the cart is in addresses', async () => {
    const { store, url } = await aShop(service!)
    const { page } = await browser!.open()
    await page.addInitScript(`
      for (const name of ['localStorage', 'sessionStorage'])
        Object.defineProperty(globalThis, name, { get: () => { throw new DOMException('denied', 'SecurityError') } })`)
    await page.goto(url)
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

  test('below the minimum, the buttons are disabled and the missing amount is above the form', async () => {
    const { store, mug, url } = await aShop(service!)
    await service!.sql`update stores set minimum_order = 150 where id = ${store.id}`
    const { page } = await browser!.open()
    await page.goto(`${url}/pedir?v=${mug.variants[0]!.id}~60&n=2`)
    const fill = (name: string) =>
      page
        .getByRole('button', { name })
        .evaluate((button) => button.ownerDocument.defaultView!.getComputedStyle(button).backgroundColor)
    const above = page.locator('#changes').getByText('Te faltan Q 30.00 para el pedido mínimo')
    assert.ok((await above.boundingBox())!.y < (await page.getByLabel('Tu nombre').boundingBox())!.y)
    assert.equal(await page.getByRole('button', { name: 'Enviar pedido' }).isDisabled(), true)
    const grey = await fill('Enviar pedido')
    await page.goto(`${url}/carrito?v=${mug.variants[0]!.id}~60&n=2`)
    const next = page.getByRole('button', { name: 'Continuar' })
    assert.deepEqual([await next.isDisabled(), await fill('Continuar')], [true, grey])
    await page.getByRole('button', { name: 'Uno más de Taza de barro' }).click()
    await page.locator('.total', { hasText: '180.00' }).waitFor()
    assert.notEqual(await fill('Continuar'), grey)
    assert.equal(await next.isDisabled(), false)
  })

  test('without JavaScript, another delivery hides the total until it is calculated', async () => {
    const { mug, url } = await aShop(service!)
    const { page } = await browser!.open({ javaScriptEnabled: false })
    await page.goto(`${url}/pedir?v=${mug.variants[0]!.id}~60&n=2`)
    const total = page.locator('.total')
    await page.getByLabel('Envío').check()
    assert.equal(await total.isVisible(), false)
    await page.getByText('toca «Actualizar el total»').waitFor()
    await page.getByRole('button', { name: 'Actualizar el total' }).click()
    await total.filter({ hasText: '145.00' }).waitFor()
    assert.equal(await page.getByLabel('Envío').isChecked(), true)
  })

  test('no more goes into the cart than there is', async () => {
    const { store, mug, url } = await aShop(service!)
    await service!.sql`update variants set stock = 3 where id = ${mug.variants[0]!.id}`
    await service!.put('/api/v1/store', { key: store.key, body: { description: 'Otra' } }) // its cached pages are older
    const { page } = await browser!.open()
    for (const path of ['', '/p/taza']) {
      await page.goto(url + path)
      const add = path
        ? page.getByRole('button', { name: /^Agregar/ })
        : page.getByRole('link', { name: /^Agregar Taza/ })
      if (path) await page.getByLabel('Cantidad').fill('3')
      await add.click()
      await page.waitForTimeout(650) // a second tap at once would be a double one
      if (!path) await page.getByRole('button', { name: 'Uno más de Taza de barro' }).click()
    }
    await page.getByText('Quedan 3: ya están en tu carrito').waitFor()
    await page.getByRole('link', { name: 'Carrito, 3 artículos' }).waitFor()
  })

  test('on a slow network, the choice of an option shows at once that it is opening, and opens once', async () => {
    const { store, url } = await aShop(service!)
    const variants = Array.from({ length: 24 }, (_, n) => ({ name: `Opción ${n + 1}` }))
    await aProduct(service!, store, { name: 'Lana', slug: 'lana', variants })
    const { context, page } = await browser!.open({ viewport: { width: 360, height: 800 } })
    let answer = () => {}
    const slow = new Promise<void>((done) => (answer = done))
    await context.route(`${url}/p/*`, async (route) => {
      await slow
      await route.continue()
    })
    await page.goto(url)
    const choose = page.getByRole('link', { name: 'Elegir Lana' })
    await page.getByRole('link', { name: 'Elegir Café lavado' }).click()
    await choose.click()
    await choose.click()
    assert.deepEqual(
      await page.locator('[aria-busy=true]').evaluateAll((all) => all.map(({ ariaLabel }) => ariaLabel)),
      ['Elegir Lana'],
    )
    answer()
    const sheet = page.getByRole('dialog', { name: 'Lana' })
    await sheet.waitFor()
    await page.waitForTimeout(300)
    assert.equal(await page.getByRole('dialog').count(), 1)
    assert.equal(await page.locator('[aria-busy=true]').count(), 0)
    const { y, height } = (await sheet.getByRole('button', { name: 'Agregar al carrito' }).boundingBox())!
    assert.ok(y + height <= 800, `${y}`)
  })

  test('without lines in its URL, the cart page shows the stored cart, and what sold out', async () => {
    const { store, mug, url } = await aShop(service!)
    const { page } = await browser!.open()
    await page.goto(`${url}/p/${mug.slug}`)
    await page.getByRole('button', { name: 'Agregar al carrito' }).click()
    await page.getByRole('link', { name: 'Carrito, 1 artículo' }).waitFor()
    await page.goto(`${url}/pedir`)
    await page.waitForURL(`${url}/pedir?v=${mug.variants[0]!.id}~60&n=1`)
    await page.getByRole('button', { name: 'Enviar pedido' }).waitFor()
    const variants = [{ id: mug.variants[0]!.id, stock: 0 }]
    await service!.put(`/api/v1/products/${mug.id}`, { key: store.key, body: { variants } })
    await page.goto(`${url}/pedir`)
    await page.getByText('se agotó y salió de tu carrito').waitFor()
    await page.getByText('Aún no hay nada aquí').waitFor()
  })

  test('shows errors at their fields', async () => {
    const { url } = await aShop(service!)
    const { page, send } = await checkout(url)
    await page.getByLabel('Tu WhatsApp').fill('551')
    await page.getByLabel('Tu nombre').fill('')
    await send.click()
    await page.locator('#name-wrong', { hasText: 'obligatorio' }).waitFor()
    await page.getByLabel('Tu nombre').fill('Ana')
    await send.click()
    await page.locator('#phone-wrong', { hasText: 'parece incompleto' }).waitFor()

    await page.getByLabel('Tu WhatsApp').fill('5512 3456')
    await page.getByLabel('Código de descuento').fill('NADA')
    await page.getByRole('button', { name: 'Aplicar' }).click()
    await page.getByText('El código de descuento no existe').waitFor()
    await send.click()
    await page.getByText('Revisa lo que está marcado en rojo').waitFor()
    await page.locator('#discountCode:focus').waitFor()
    const top = (selector: string) =>
      page.locator(selector).evaluate((box) => box.getBoundingClientRect().top)
    assert.equal(await top('#discountCode'), await top('[data-total]'))
  })

  test('with the keyboard only', async () => {
    const { store, url } = await aShop(service!)
    const { page } = await browser!.open({
      isMobile: false,
      hasTouch: false,
      viewport: { width: 1280, height: 900 },
    })
    await page.goto(url)
    const tabTo = async (selector: string) => {
      for (let n = 0; n < 40; n++) {
        await page.keyboard.press('Tab')
        if ((await page.locator(`${selector}:focus`).count()) > 0) return
      }
      assert.fail(`${selector} is not reached by Tab`)
    }
    await tabTo('a.add:not([data-choose])')
    await page.keyboard.press('Enter')
    await page.locator('.toast a').waitFor()
    await tabTo('.toast a')
    await page.keyboard.press('Enter')
    await page.locator('dialog .lines').waitFor()
    await tabTo('dialog aside .button')
    await page.keyboard.press('Enter')
    await page.waitForURL('**/pedir?**')
    await tabTo('#name')
    await page.keyboard.type('Ana')
    await tabTo('#phone')
    await page.keyboard.type('55123456')
    await tabTo('.pick input')
    await page.keyboard.press('ArrowDown')
    await page.locator('.total', { hasText: '85.00' }).waitFor()
    await tabTo('#address')
    await page.keyboard.type('5a avenida 28')
    await tabTo('[data-send]')
    await page.keyboard.press('Enter')
    await page.waitForURL('https://wa.me/**')
    assert.deepEqual(
      (await ordersOf(service!, store.id)).map(({ total }) => total),
      [85],
    )
  })

  test('the total is updated with the code, and the focus is kept', async () => {
    const { url } = await aShop(service!)
    const { page } = await checkout(url)
    const code = page.getByLabel('Código de descuento')
    await code.fill('hola10')
    await code.press('Enter')
    await page.locator('.total', { hasText: '54.00' }).waitFor()
    await page.locator('#discountCode:focus').waitFor()
    await code.fill('')
    await page.keyboard.press('Tab')
    await page.locator('.total', { hasText: '60.00' }).waitFor()
    await page.locator('[data-total]:focus').waitFor()
  })

  test('a failed total request leaves the checkout unchanged; sold-out items are shown without storage too', async () => {
    const { store, mug, url } = await aShop(service!)
    const { context, page } = await checkout(url)
    const code = page.getByLabel('Código de descuento')
    await context.route('**/pedir/total', (route) =>
      route.fulfill({ status: 503, contentType: 'text/html', body: '<h1>Vuelve pronto</h1>' }),
    )
    await code.fill('hola10')
    await code.press('Enter')
    await page.getByText('El total no se pudo actualizar. Tu pedido sigue aquí').waitFor()
    assert.equal(await page.getByLabel('Tu nombre').inputValue(), 'Ana Morales')
    assert.equal(await code.inputValue(), 'hola10')
    await context.unroute('**/pedir/total')
    await code.press('Enter')
    await page.locator('.total', { hasText: '54.00' }).waitFor()

    await page.evaluate(() => localStorage.clear())
    const variants = [{ id: mug.variants[0]!.id, stock: 0 }]
    await service!.put(`/api/v1/products/${mug.id}`, { key: store.key, body: { variants } })
    await code.press('Enter')
    await page.waitForURL('**/carrito?v=**')
    await page.getByText('se agotó y salió de tu carrito').waitFor()
  })

  test('searches while typing', async () => {
    const { url } = await aShop(service!)
    const { page } = await browser!.open()
    await page.goto(url)
    await page.getByRole('searchbox').pressSequentially('tazá', { delay: 20 })
    await page.getByText('1 producto para «tazá»').waitFor()
    assert.equal(await page.getByRole('searchbox').inputValue(), 'tazá')

    await page.getByRole('link', { name: 'Taza de barro', exact: true }).click()
    await page.waitForURL('**/p/taza')
    await page.goBack()
    await page.getByText('1 producto para «tazá»').waitFor()
    assert.equal(await page.getByRole('searchbox').inputValue(), 'tazá')
  })

  test('a late response does not revert a later change', async () => {
    const { url } = await aShop(service!)
    const { context, page } = await browser!.open()
    await page.goto(url)
    await page.getByRole('link', { name: 'Agregar Taza de barro al carrito' }).click()
    await page.getByRole('link', { name: 'Ver carrito' }).click()
    let late = async () => {}
    await context.route('**/carrito?*n=2', (route) => {
      late = () => route.continue()
    })
    const quantity = page.getByLabel('Cantidad de Taza de barro')
    await quantity.fill('2')
    await quantity.press('Tab')
    await quantity.fill('3')
    await quantity.press('Tab')
    await page.locator('.total', { hasText: '180.00' }).waitFor()
    const answered = page.waitForResponse('**/carrito?*n=2')
    await late()
    await (await answered).finished()
    await page.waitForTimeout(100)
    assert.equal(await quantity.inputValue(), '3')
    await page.getByRole('link', { name: 'Carrito, 3 artículos' }).waitFor()
  })

  test('a changed quantity keeps the focus', async () => {
    const { url } = await aShop(service!)
    const { page } = await browser!.open()
    await page.goto(url)
    await page.getByRole('link', { name: 'Agregar Taza de barro al carrito' }).click()
    await page.locator('.count', { hasText: '1' }).waitFor()
    await page.goto(`${url}/carrito`)
    await page.getByLabel('Cantidad de Taza de barro').fill('2')
    await page.keyboard.press('Tab')
    await page.locator('.total', { hasText: '120.00' }).waitFor()
    await page.locator('[aria-label="Uno más de Taza de barro"]:focus').waitFor()
    await page.keyboard.press('Tab')
    await page.keyboard.press('Enter')
    await page.getByText('Aún no hay nada aquí').waitFor()
    await page.locator('main:focus').waitFor()
  })

  test('a placed order is not submitted again by going back', async () => {
    const { store, mug, coffee, url } = await aShop(service!)
    const { context, page, send } = await checkout(url)
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

  test('adding an item is animated, except with reduced motion', async () => {
    const { url } = await aShop(service!)
    const { page } = await browser!.open()
    await page.goto(url)
    await page.evaluate(`
      const animate = Element.prototype.animate
      globalThis.flights = 0
      Element.prototype.animate = function (...how) { flights++; return animate.apply(this, how) }`)
    const add = page.getByRole('link', { name: 'Agregar Taza de barro al carrito' })
    await page.emulateMedia({ reducedMotion: 'reduce' })
    await add.click()
    await page.evaluate('new Promise((done) => setTimeout(done, 100))') // the flight would have begun before
    assert.equal(await page.evaluate('flights'), 0)
    await page.emulateMedia({ reducedMotion: 'no-preference' })
    await page.waitForTimeout(400) // a tap at once would be the second of a double one
    await page.getByRole('button', { name: 'Uno menos de Taza de barro' }).click()
    await add.click()
    await page.getByText('Está en tu carrito').waitFor()
    const isOver = 'flights === 2 && !document.querySelector("body > .picture")' // the photo's, then the bag's
    await waitFor(() => page.evaluate<boolean>(isOver))
    await page.getByRole('link', { name: 'Carrito, 1 artículo' }).waitFor()
  })

  test('the cart changes quantities, has undo, and computes totals offline', async () => {
    const { url } = await aShop(service!)
    const { context, page } = await browser!.open()
    await page.goto(url)
    const add = page.getByRole('link', { name: 'Agregar Taza de barro al carrito' })
    await add.dblclick()
    const counter = page.getByRole('group', { name: 'Taza de barro, en tu carrito' })
    const [button, toast] = [await counter.boundingBox(), await page.locator('.toast').boundingBox()]
    assert.ok(toast!.y > button!.y + button!.height || toast!.y + toast!.height < button!.y)
    await page.getByRole('link', { name: 'Carrito, 1 artículo' }).waitFor()
    await page.goto(`${url}/carrito`)
    const total = (text: string) => page.locator('.total', { hasText: text }).waitFor()
    await page.getByRole('button', { name: 'Uno más de Taza de barro' }).click()
    await total('120.00')
    const quantity = page.getByLabel('Cantidad de Taza de barro')
    await quantity.fill('-3')
    await quantity.press('Tab')
    assert.equal(await quantity.inputValue(), '2')
    await quantity.fill('0')
    await quantity.press('Tab')
    await page.getByText('Aún no hay nada aquí').waitFor()
    await page.getByRole('button', { name: 'Deshacer' }).click()
    await total('120.00')
    await context.setOffline(true)
    await page.getByRole('button', { name: 'Uno más de Taza de barro' }).click()
    await page.getByText('Sin conexión: el cambio se guardó').waitFor()
    await total('Q 180.00')
  })

  test('options can be chosen in the product list, and update the price', async () => {
    const { coffee, url } = await aShop(service!)
    const { page } = await browser!.open()
    await page.goto(url)
    await page.getByRole('link', { name: 'Elegir Café lavado' }).click()
    const sheet = page.getByRole('dialog', { name: 'Café lavado' })
    await sheet.getByRole('radio', { name: '1 kg' }).check()
    await sheet.getByRole('button', { name: 'Agregar al carrito Q 320.00' }).click()
    await sheet.waitFor({ state: 'detached' })
    await page.getByRole('link', { name: 'Carrito, 1 artículo' }).waitFor()
    await page.goto(`${url}/p/cafe?opcion=${coffee.variants[1]!.id}`)
    await page.getByRole('radio', { name: '250 g' }).check()
    assert.equal(await page.locator('.product .badge').textContent(), '−15 %')
    assert.equal(await page.locator('.buy [data-price] b').textContent(), 'Q 85.00')
    await page.getByRole('radio', { name: '1 kg' }).check()
    assert.equal(await page.locator('.product .badge').isVisible(), false)
  })

  test('where the script of the dialogs does not load, the links of products and photos are followed', async () => {
    const { store, url } = await aShop(service!)
    const images = [{ url: 'https://fotos.ejemplo.test/1.jpg', alt: null }]
    const jug = await aProduct(service!, store, { name: 'Jarra', images })
    const { context, page } = await browser!.open()
    for (const script of ['sheet', 'viewer']) await context.route(`**/${script}.js`, (route) => route.abort())
    await page.goto(url)
    await page.getByRole('link', { name: 'Elegir Café lavado' }).click()
    await page.waitForURL(`${url}/p/cafe*`)
    await page.goto(`${url}/p/${jug.slug}`)
    await follow(page, page.locator('.zoom'))
    assert.match(page.url(), /\/media\//)
  })

  test('the browser stores orders and contact details, and can delete both', async () => {
    const { url, mug } = await aShop(service!)
    const { page, send } = await checkout(url)
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

  test('a visited shop has an offline page', async () => {
    const { url } = await aShop(service!)
    const { context, page } = await browser!.open({ serviceWorkers: 'allow' })
    await page.goto(url)
    await page.evaluate('navigator.serviceWorker.ready.then(() => {})')
    // The worker is a process of its own, which hears of the connection a little later.
    const shows = (heading: string) =>
      waitFor(async () => {
        await page.goto(`${url}/p/cafe`).catch(() => {})
        return page.getByRole('heading', { name: heading }).isVisible()
      })
    await context.setOffline(true)
    await shows('Sin conexión')
    await context.setOffline(false)
    await shows('Café lavado')
  })
})
