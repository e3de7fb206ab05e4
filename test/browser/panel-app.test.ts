import assert from 'node:assert/strict'
import { once } from 'node:events'
import { connect, createServer, type AddressInfo } from 'node:net'
import { suite, test } from 'node:test'
import { isDeepStrictEqual } from 'node:util'
import type { BrowserContext, Page } from 'playwright-core'
import { aMember } from '../panel.ts'
import { aPlacedOrder } from '../factories.ts'
import { aBrowserKey, aPushServer } from '../push-server.ts'
import { startService } from '../service.ts'
import { waitFor } from '../wait-for.ts'
import { createLog } from '../../src/core/process/log.ts'
import { startPushes } from '../../src/features/push/deliver.ts'
import { noBrowser, startWholeBrowser } from './browser.ts'
import { openAsOwner } from './panel.ts'

const [service, browser] = noBrowser
  ? []
  : [await startService({ ALLOW_PRIVATE_DESTINATIONS: 'true' }), await startWholeBrowser()]

/** A phone in which an owner is signed in, with the panel's worker. */
const openApp = () => openAsOwner(service!, browser!, { serviceWorkers: 'allow' })

/** Opens a page, and again when the worker has taken over: pages are cached from then on. */
async function visit(page: Page, ...addresses: string[]) {
  await page.goto(addresses[0]!)
  await waitFor(() => page.evaluate<boolean>('navigator.serviceWorker.controller !== null'))
  for (const address of addresses) await page.goto(address)
  await waitFor(async () => (await keptPages(page)).includes(addresses.at(-1)!))
}

const keptPages = (page: Page) =>
  page.evaluate<string[]>(`(async () => {
    const names = (await caches.keys()).filter((name) => name.startsWith('panel pages'))
    const pages = await Promise.all(names.map(async (name) => (await caches.open(name)).keys()))
    return pages.flat().map(({ url }) => url)
  })()`)

/** The worker is a process of its own, which hears of it a little later. */
async function goOffline(page: Page) {
  await page.context().setOffline(true)
  const isOffline = `fetch('/panel/t/nadie/nada').then(() => false, () => true)`
  await waitFor(() => page.evaluate<boolean>(isOffline))
}

async function goOnline(page: Page) {
  await page.context().setOffline(false)
  await page.locator('#offline').waitFor({ state: 'detached', timeout: 60_000 })
}

const signInAs = (context: BrowserContext, token: string) =>
  context.addCookies([{ name: 'vitrina', value: token, url: service!.url }])

/** Passes connections on to the service; breaks each off after so many bytes on request. */
async function aProxy({ url }: { url: string }) {
  let left = Infinity
  const server = createServer((client) => {
    const upstream = connect(Number(new URL(url).port), '127.0.0.1')
    client.on('error', () => upstream.destroy()).on('close', () => upstream.destroy())
    upstream.on('error', () => client.destroy()).on('close', () => client.destroy())
    client.pipe(upstream)
    upstream.on('data', (bytes) => {
      client.write(bytes.subarray(0, left))
      if (bytes.length > left) client.end()
    })
  })
  await once(server.listen(0, '127.0.0.1').unref(), 'listening')
  return {
    url: `http://127.0.0.1:${(server.address() as AddressInfo).port}`,
    breakAfter: (bytes: number) => (left = bytes),
  }
}

suite('the panel as an app', { skip: noBrowser }, () => {
  test('can be installed', async () => {
    const { page, context, base } = await openApp()
    await visit(page, base)
    const devtools = await context.newCDPSession(page)
    const { errors, data } = await devtools.send('Page.getAppManifest')
    assert.deepEqual(errors, [])
    assert.equal(JSON.parse(data!).start_url, '/panel')
    const { installabilityErrors } = await devtools.send('Page.getInstallabilityErrors')
    const found = installabilityErrors.map(({ errorId }) => errorId).filter((id) => id !== 'in-incognito')
    assert.deepEqual(found, [])
  })

  test('shows recently read pages offline, with their time', async () => {
    const { page, store, base } = await openApp()
    await aPlacedOrder(service!, store, { name: 'Beatriz Solís' })
    await visit(page, `${base}/pedidos`, base)
    await page.getByText('Beatriz Solís').waitFor()
    const key = () => page.locator('form[method=post] [name=_key]').first().inputValue()
    await visit(page, `${base}/categorias`)
    const used = await key()

    await goOffline(page)
    await page.goto(`${base}/pedidos`)
    await page.getByText('Beatriz Solís').waitFor()
    const words = (await page.locator('#offline').textContent())!
    const [, hours, minutes] = /^Sin conexión\. Datos de (\d{1,2}):(\d\d)\.$/.exec(words)!
    const now = new Date()
    const passed = now.getHours() * 60 + now.getMinutes() - (Number(hours) * 60 + Number(minutes))
    assert.ok((passed + 1440) % 1440 < 5, words)
    assert.equal(
      await page.evaluate(`getComputedStyle(document.querySelector('.list')).listStyleType`),
      'none',
    )

    await page.goto(`${base}/categorias`)
    assert.notEqual(await key(), used)
    await page.goto(`${base}/envios`)
    await page.getByRole('heading', { name: 'Sin conexión' }).waitFor()
    await page.goto(`${service!.url}/panel`)
    assert.equal(page.url(), base)

    await goOnline(page)
    await page.goto(`${base}/envios`)
    await page.getByRole('heading', { name: 'Envíos' }).waitFor()
  })

  test('keeps the cached page when the next response is interrupted', async () => {
    const { page, store, base } = await openApp()
    await aPlacedOrder(service!, store, { name: 'Beatriz Solís' })
    const proxy = await aProxy(service!)
    const orders = base.replace(service!.url, proxy.url) + '/pedidos'
    await visit(page, orders)

    proxy.breakAfter(1500)
    await page.goto(orders, { waitUntil: 'commit' }).catch(() => {})
    proxy.breakAfter(Infinity)
    await goOffline(page)
    await page.goto(orders)
    await page.getByText('Beatriz Solís').waitFor()
  })

  test('does not cache responses to forms, nor flash messages', async () => {
    const { page, base } = await openApp()
    await visit(page, `${base}/mas`)
    await page.goto(`${base}/categorias`)
    await page.evaluate(`document.querySelector('form[method=post]').dataset.fullLoad = ''`)
    await page.getByLabel('Nueva categoría').fill('Bebidas')
    await page.getByRole('button', { name: 'Agregar' }).click()
    await page.getByText('Creaste la categoría').waitFor()
    await page.goto(`${base}/productos`)
    await waitFor(async () => (await keptPages(page)).includes(`${base}/productos`))
    const cached = await page.evaluate<string>(
      `caches.match(${JSON.stringify(`${base}/categorias`)}).then((page) => page.text())`,
    )
    assert.doesNotMatch(cached, /Creaste la categoría/)
  })

  test('clears the cache on sign-in and sign-out', async () => {
    const { page, base } = await openApp()
    await visit(page, `${base}/pedidos`, `${base}/mas`)
    await page.getByRole('button', { name: 'Salir' }).click()
    await page.getByText('Saliste de tu cuenta').waitFor()
    await waitFor(async () => (await keptPages(page)).length === 0)
    await goOffline(page)
    await assert.rejects(
      page
        .goto(`${base}/pedidos`)
        .then(() => page.getByRole('heading', { name: 'Pedidos' }).waitFor({ timeout: 1000 })),
    )
  })

  test('never shows cached pages of another account', async () => {
    const { page, context, base } = await openApp()
    await visit(page, `${base}/pedidos`)
    const other = await aMember(service!, 'OWNER')
    await signInAs(context, other.person.token)
    await visit(page, service!.url + other.base)
    const only = [service!.url + other.base]
    await waitFor(async () => isDeepStrictEqual(await keptPages(page), only)) // each visit replaces it
    await goOffline(page)
    await page.goto(`${base}/pedidos`)
    await page.getByRole('heading', { name: 'Sin conexión' }).waitFor()
  })

  test('clears the cache after a remote sign-out or the end of a membership', async () => {
    const { page, context, base, store } = await openApp()
    await visit(page, `${base}/pedidos`)
    await service!.sql`delete from members where store_id = ${store.id}`
    await page.goto(`${base}/productos`)
    await waitFor(async () => (await keptPages(page)).length === 0)
    const other = await aMember(service!, 'OWNER')
    await signInAs(context, other.person.token)
    await visit(page, service!.url + other.base)
    await service!.sql`delete from sessions where account_id = ${other.person.accountId}`
    await page.goto(service!.url + other.base)
    assert.match(page.url(), /\/panel\/entrar\?/)
    await waitFor(async () => (await keptPages(page)).length === 0)
  })
})

/** Chromium without a window is subscribed nowhere: its push service is played by ours. */
const subscribedAt = (endpoint: string, keys: object) => `
  const subscription = { endpoint: '${endpoint}', toJSON: () => ({ endpoint: '${endpoint}', keys: ${JSON.stringify(keys)} }) }
  let isSubscribed = sessionStorage.subscribed
  PushManager.prototype.getSubscription = async () => (isSubscribed ? subscription : null)
  PushManager.prototype.subscribe = async () => ((sessionStorage.subscribed = isSubscribed = 1), subscription)`

/** What a push service hands to the browser. */
async function push(context: BrowserContext, page: Page, data: string) {
  const devtools = await context.newCDPSession(page)
  const found = new Promise<string>((resolve) =>
    devtools.on('ServiceWorker.workerRegistrationUpdated', ({ registrations }) => {
      if (registrations[0]) resolve(registrations[0].registrationId)
    }),
  )
  await devtools.send('ServiceWorker.enable')
  const registrationId = await found
  await devtools.send('ServiceWorker.deliverPushMessage', { origin: service!.url, registrationId, data })
}

const shownNotices = (page: Page) =>
  page.evaluate<{ title: string; body: string; data: string }[]>(`navigator.serviceWorker.ready
    .then((registration) => registration.getNotifications())
    .then((shown) => shown.map(({ title, body, data }) => ({ title, body, data })))`)

suite('notices of new orders', { skip: noBrowser }, () => {
  test('are enabled for a device, tested and shown', async (t) => {
    const loop = startPushes({ sql: service!.sql, log: createLog('silent'), config: service!.app.config })
    t.after(() => loop.stop())
    const server = await aPushServer()
    const key = aBrowserKey()
    const { page, context, base, store } = await openApp()
    await context.grantPermissions(['notifications'], { origin: service!.url })
    await page.addInitScript(subscribedAt(`${server.origin}/telefono`, key.fields))
    await visit(page, `${base}/avisos`)
    await page.getByRole('button', { name: 'Activar en este dispositivo' }).click()
    await page.getByText('Este dispositivo ya te avisa').waitFor()
    await page.getByRole('button', { name: /Probar/ }).click()
    await waitFor(() => server.pushes.length === 1)

    const { orderNumber, id } = await aPlacedOrder(service!, store, { name: 'Beatriz Solís' })
    await waitFor(() => server.pushes.length === 2)
    const message = JSON.stringify(key.read(server.pushes[1]!.body))
    // Chromium loses what DevTools delivers to a worker that is about to stop.
    await waitFor(async () => {
      await push(context, page, message)
      return (await shownNotices(page)).length > 0
    })
    const [shown] = await shownNotices(page)
    assert.equal(shown!.title, `Pedido ${orderNumber} · ${store.name}`)
    assert.match(shown!.body, /^Beatriz · /)
    assert.equal(service!.url + shown!.data, `${base}/pedidos/${id}`)
  })
})
