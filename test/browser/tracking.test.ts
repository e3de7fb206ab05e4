import assert from 'node:assert/strict'
import { suite, test } from 'node:test'
import type { BrowserContext } from 'playwright-core'
import { aModifierGroup, aProduct, aStore } from '../factories.ts'
import { startService } from '../service.ts'
import { waitFor } from '../wait-for.ts'
import { aShop, noBrowser, ordersOf, startBrowser } from './browser.ts'
import { fillCheckout, follow } from './checkout.ts'

const [service, browser] = noBrowser ? [] : [await startService(), await startBrowser()]
if (service) service.app.publicUrl = service.url // events of other origins are refused

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
  test('a visit loads no script before consent nor after a refusal, and an order is counted once', async () => {
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

  test('a currency of three digits is measured with all of them', async () => {
    const store = await aStore(service!, { currency: 'KWD' })
    const { slug } = await aProduct(service!, store, { price: 1.255 })
    await connect(store, 'meta_pixel', { pixelId: '123456789012345' })
    const { context, page } = await browser!.open()
    const { meta } = await recordTracking(context)
    await page.goto(`${service!.url}/${store.slug}/p/${slug}`)
    await page.getByRole('button', { name: 'Sí, acepto' }).click()
    await page.getByRole('button', { name: /Agregar al carrito/ }).click()
    const added = () => meta.find(([, event]) => event === 'AddToCart')
    await waitFor(() => added() !== undefined)
    assert.equal(added()![2]!['value'], 1.255)
  })

  test('what is added with choices and a note is measured as its product, without the note', async () => {
    const store = await aStore(service!)
    const group = await aModifierGroup(service!, store, { choices: [{ name: 'Queso extra' }] })
    const { slug, variants } = await aProduct(service!, store, { modifierGroupIds: [group.id] })
    await connect(store, 'meta_pixel', { pixelId: '123456789012345' })
    await connect(store, 'google_analytics', { measurementId: 'G-AB12CD34EF' })
    const { context, page } = await browser!.open()
    const { google, meta } = await recordTracking(context)
    await page.goto(`${service!.url}/${store.slug}/p/${slug}`)
    await page.getByRole('button', { name: 'Sí, acepto' }).click()
    await page.getByLabel('Nota').fill('Para Ana, sin cebolla')
    await page.getByRole('button', { name: /Agregar al carrito/ }).click()
    const added = (calls: typeof meta, name: string) => calls.find(([, event]) => event === name)?.[2]
    await waitFor(() => Boolean(added(meta, 'AddToCart') && added(google, 'add_to_cart')))
    assert.deepEqual(added(meta, 'AddToCart')!['content_ids'], [variants[0]!.id])
    assert.match(JSON.stringify(google), new RegExp(`"add_to_cart".*"item_id":"${variants[0]!.id}"`))
    assert.doesNotMatch(JSON.stringify([google, meta]), /cebolla/)
  })
})

/** The shop's owner connects Google Analytics, or Meta's pixel. */
const connect = (store: { id: string }, provider: string, settings: Record<string, string>) =>
  service!.sql`
    insert into connections (store_id, id, settings)
    values (${store.id}, ${provider}, ${service!.sql.json(settings)})`

suite('consent to tracking', { skip: noBrowser }, () => {
  test('consent to tracking is valid for the named providers: one added later asks again, one removed does not', async () => {
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

  test('consent to tracking is withdrawn, with cookies, by declining a provider added later, and not requested again', async () => {
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
