import assert from 'node:assert/strict'
import { spawnSync } from 'node:child_process'
import { request as httpsRequest } from 'node:https'
import { once } from 'node:events'
import type { IncomingMessage } from 'node:http'
import { text } from 'node:stream/consumers'
import { suite, test } from 'node:test'
import { createSession } from '../src/features/sessions/session.ts'
import { freePorts, serialOf, startCaddy, startPebble, storageFolder } from './acme.ts'
import { startDnsServer } from './dns-server.ts'
import { aPhone, aProduct, aStore } from './factories.ts'
import { aVisitor } from './panel.ts'
import { startService } from './service.ts'
import { waitFor } from './wait-for.ts'

const missing = ['caddy', 'pebble'].find((program) => spawnSync(program, ['-h']).error)
const skip = missing ? `there is no ${missing}` : false

const HERE = 'tiendas.example'
const DOMAIN = 'www.flores-del-sur.com'
const VALID_SECONDS = 30

const dns = await startDnsServer()
dns.set(HERE, { A: ['127.0.0.1'] })
const service = await startService({
  PUBLIC_URL: `https://${HERE}`,
  DNS_SERVERS: dns.address,
  TRUST_PROXY: '127.0.0.1',
})

/** An owner whose browser reaches the panel by the proxy, and her shop with one product. */
async function anOwner() {
  const store = await aStore(service, { plan: 'pro' })
  const product = await aProduct(service, store, { name: 'Ramo de rosas', price: 25 })
  const { token } = await createSession(service.sql, {
    accountId: store.ownerId,
    device: 'Chrome en Android',
  })
  const person = aVisitor(service, new Map([['__Host-vitrina', token]]))
  const page = `/panel/t/${store.slug}/conexiones/custom_domain`
  const secure = { 'x-forwarded-proto': 'https' }
  return {
    store,
    variantId: product.variants[0]!.id,
    show: () => person.get(page, secure),
    send: (path = '', fields = {}) => person.post(page + path, fields, secure),
  }
}

/** A request by TLS to a proxy, as a browser makes it that has found the name in DNS. */
async function visit(port: number, name: string, path: string, body?: object) {
  const outgoing = httpsRequest({
    host: '127.0.0.1',
    port,
    servername: name,
    path,
    rejectUnauthorized: false, // of a test authority
    method: body ? 'POST' : 'GET',
    headers: { host: name, ...(body && { 'content-type': 'application/json' }) },
  })
  outgoing.end(body && JSON.stringify(body))
  const [response] = (await once(outgoing, 'response')) as [IncomingMessage]
  return { status: response.statusCode, location: response.headers.location, text: await text(response) }
}

suite('a domain behind Caddy, with a certificate authority for tests', { skip }, async () => {
  if (skip) return
  const ports = await freePorts()
  const storage = await storageFolder()
  const directory = await startPebble(dns.address, ports, VALID_SECONDS)
  const servicePort = Number(new URL(service.url).port)
  await startCaddy({ ...ports, servicePort, directory, storage })
  const { store, variantId, show, send } = await anOwner()

  test('opens with two records: a certificate at the first visit, an order there, the old link to the same cart', async () => {
    assert.equal(await serialOf(DOMAIN, ports.https), null)
    assert.equal((await send('', { value: DOMAIN })).status, 303)
    const [record] = (await show()).text.match(/vitrina=[a-z0-9]+/)!
    dns.set(`_vitrina.${DOMAIN}`, { TXT: [record] })
    dns.set(DOMAIN, { CNAME: HERE })
    assert.equal((await send('/comprobar')).status, 303)

    // The service looks up again after 10 s a name that it did not know.
    await waitFor(async () => (await serialOf(DOMAIN, ports.https)) !== null)

    const home = await visit(ports.https, DOMAIN, '/')
    assert.deepEqual([home.status, /Ramo de rosas/.test(home.text)], [200, true])
    const old = await visit(ports.https, HERE, `/${store.slug}/carrito?${variantId}=2`)
    assert.deepEqual([old.status, old.location], [301, `https://${DOMAIN}/carrito?${variantId}=2`])

    const customer = { name: 'Ana', phone: aPhone(), items: [{ variantId, quantity: 2 }] }
    const placed = await visit(ports.https, DOMAIN, '/api/orders', { storeId: store.id, ...customer })
    assert.equal(placed.status, 201)
    const [order] = await service.sql<
      { total: number }[]
    >`select total from orders where store_id = ${store.id}`
    assert.equal(order!.total, 50)
  })

  test('gets no certificate while its name is a stranger’s, also at a proxy that has others', async () => {
    dns.set('ajena.com', { A: ['127.0.0.1'] })
    assert.equal(await serialOf('ajena.com', ports.https), null)
    assert.equal(await serialOf(`panel.${DOMAIN}`, ports.https), null)
  })

  test('has the same certificate at a second proxy on the same storage', async () => {
    const second = await freePorts()
    const proxy = await startCaddy({ ...second, servicePort, directory, storage })
    assert.equal(await serialOf(DOMAIN, second.https), await serialOf(DOMAIN, ports.https))
    await proxy.stop()
  })

  test('gets another certificate before the first one ends', async () => {
    const first = await serialOf(DOMAIN, ports.https)
    await waitFor(async () => {
      const serial = await serialOf(DOMAIN, ports.https)
      assert.notEqual(serial, null)
      return serial !== first
    }, 90)
  })
})
