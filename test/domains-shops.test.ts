import assert from 'node:assert/strict'
import { suite, test } from 'node:test'
import { readConfig } from '../src/core/config/config.ts'
import { assertIncludes } from './assert-includes.ts'
import { openDomain, requestAt } from './domains.ts'
import { aPhone, aProduct, aStore, anAddress } from './factories.ts'
import { startService } from './service.ts'

const HERE = 'http://vitrina.example:3000'
const SHOPS = 'tiendas.example'
const service = await startService({
  PUBLIC_URL: HERE,
  PANEL_URL: `http://oficina.${SHOPS}:3000`,
  SHOPS_DOMAIN: SHOPS,
})
const { sql } = service

const at = (host: string, path: string, sent = {}) => requestAt(service, host, path, sent)
const hostOf = ({ slug }: { slug: string }) => `${slug}.${SHOPS}`

async function rename(store: { id: string; slug: string }, slug: string) {
  await sql`update stores set slug = ${slug} where id = ${store.id}`
  await sql`insert into slugs (slug, store_id) values (${slug}, ${store.id})`
  await sql`update slugs set held_until = now() + interval '90 days' where slug = ${store.slug}`
}

suite('a shop at its name below SHOPS_DOMAIN', () => {
  test('has its pages there, whose addresses name no other host and no slug in a path', async () => {
    const store = await aStore(service)
    const product = await aProduct(service, store)
    const url = `http://${hostOf(store)}:3000`
    for (const [path, part] of [
      ['/', `<link rel="canonical" href="${url}/">`],
      [`/p/${product.slug}`, `<link rel="canonical" href="${url}/p/${product.slug}">`],
      ['/feed.xml', `<g:link>${url}/p/${product.slug}`],
      ['/sitemap.xml', `<loc>${url}/p/${product.slug}</loc>`],
      ['/robots.txt', `Sitemap: ${url}/sitemap.xml`],
      ['/manifest.webmanifest', '"scope":"/"'],
    ] as const) {
      const { status, text } = await at(hostOf(store).toUpperCase(), path)
      assert.equal(status, 200, path)
      assertIncludes(text, [part])
      assert.ok(!text.includes(`/${store.slug}/`), path)
    }
    assertIncludes((await at('vitrina.example', '/sitemap.xml')).text, [`<loc>${url}/sitemap.xml</loc>`])
    const { json } = await service.get('/api/v1/store', store.key)
    assert.equal(json.data.url, url)
  })

  test('is where its pages at PUBLIC_URL lead, with their query; forms that are open there still post', async () => {
    const store = await aStore(service)
    const url = `http://${hostOf(store)}:3000`
    for (const path of ['', '/feed.xml', '/carrito?v=a&n=2', '?q=café']) {
      const { status, headers } = await at('vitrina.example', encodeURI(`/${store.slug}${path}`))
      const rest = path.startsWith('/') ? path : `/${path}`
      assert.deepEqual([status, headers.location], [301, encodeURI(url + (path ? rest : ''))], path)
    }
    const posted = await at('vitrina.example', `/${store.slug}/pedir`, {
      method: 'POST',
      headers: { ...anAddress(), 'content-type': 'application/x-www-form-urlencoded' },
      body: 'name=',
    })
    assert.notEqual(posted.status, 301)
  })

  test('takes orders for itself alone, at a trackable address there', async () => {
    const [store, other] = [await aStore(service), await aStore(service)]
    const { variants } = await aProduct(service, store)
    const order = (storeId: string, host: string) =>
      at(host, '/api/orders', {
        method: 'POST',
        headers: { ...anAddress(), 'content-type': 'application/json' },
        body: JSON.stringify({
          storeId,
          name: 'Ana',
          phone: aPhone(),
          items: [{ variantId: variants[0]!.id, quantity: 1 }],
        }),
      })
    const placed = await order(store.id, hostOf(store))
    assert.equal(placed.status, 201, placed.text)
    const { trackingUrl } = JSON.parse(placed.text)
    assert.ok(trackingUrl.startsWith(`http://${hostOf(store)}:3000/pedido/`), trackingUrl)
    assert.equal((await at(hostOf(store), new URL(trackingUrl).pathname)).status, 200)
    assert.equal((await at(hostOf(other), new URL(trackingUrl).pathname)).status, 404)
    assert.equal((await order(store.id, hostOf(other))).status, 404)
  })

  test('has neither panel, API nor other shops there', async () => {
    const [store, other] = [await aStore(service), await aStore(service)]
    const headers = { authorization: `Bearer ${store.key}` }
    for (const path of ['/panel', '/docs', '/api/v1/store', '/api/mcp', '/oauth/token', `/${other.slug}`]) {
      assert.equal((await at(hostOf(store), path, { headers })).status, 404, path)
    }
  })

  test('moves with its slug, and to its own domain', async () => {
    const store = await aStore(service)
    const slug = `nueva-${store.slug.slice(-8)}`
    await rename(store, slug)
    const moved = await at(hostOf(store), '/carrito?v=a')
    assert.deepEqual(
      [moved.status, moved.headers.location],
      [301, `http://${slug}.${SHOPS}:3000/carrito?v=a`],
    )
    assert.equal((await at(`${slug}.${SHOPS}`, '/')).status, 200)
    await openDomain(service, store, 'propio.example')
    for (const host of [hostOf(store), `${slug}.${SHOPS}`]) {
      const { status, headers } = await at(host, '/p/x?y=1')
      assert.deepEqual([status, headers.location], [301, 'http://propio.example:3000/p/x?y=1'])
    }
    assert.equal((await at('propio.example', '/')).status, 200)
  })

  test('may have a certificate, and unknown names none', async () => {
    const store = await aStore(service)
    const allowed = async (domain: string) =>
      (await service.get(`/api/domains/allowed?domain=${domain}`)).status
    assert.equal(await allowed(hostOf(store)), 200)
    for (const name of [`nadie-aqui.${SHOPS}`, SHOPS, `a.${hostOf(store)}`, `panel.${SHOPS}`])
      assert.equal(await allowed(name), 404, name)
  })
})

suite('a name below SHOPS_DOMAIN', () => {
  test('of no shop is a 404 that leads to the service, deeper ones too; the domain itself is a 421', async () => {
    const store = await aStore(service)
    const deeper = `www.${hostOf(store)}`
    for (const host of [`nadie-aqui.${SHOPS}`, `panel.${SHOPS}`, `xn--caf-dma.${SHOPS}`, deeper]) {
      const { status, text } = await at(host, '/')
      assert.equal(status, 404, host)
      assertIncludes(text, [`href="${HERE}/"`])
      assert.ok(!text.includes(store.id))
      assert.equal((await at(host, '/%zz')).status, 404, host)
    }
    assert.equal((await at(SHOPS, '/')).status, 421)
  })

  test('that the service has itself, or that no certificate is for, is never a shop’s', async () => {
    for (const slug of ['oficina', '-guiones-', 'ab--cd']) {
      const store = await aStore(service)
      await rename(store, slug)
      assert.equal((await at('vitrina.example', `/${slug}`)).status, 200, slug)
      const { text } = await at(`${slug}.${SHOPS}`, '/')
      assert.ok(!text.includes(store.id), slug)
    }
  })
})

suite('SHOPS_DOMAIN', () => {
  test('is the name alone: a wildcard, a port, an address or a URL stops the start', () => {
    for (const value of [
      '*.tiendas.example',
      'tiendas.example:443',
      'https://tiendas.example',
      'tiendas.example/',
      '127.0.0.1',
      '.example',
      'a..b',
    ])
      assert.throws(() => readConfig({ SHOPS_DOMAIN: value }), /SHOPS_DOMAIN is /, value)
    assert.equal(readConfig({ SHOPS_DOMAIN: 'Tiendas.Example' }).shopsDomain, 'tiendas.example')
    assert.equal(readConfig({ SHOPS_DOMAIN: 'localhost' }).shopsDomain, 'localhost')
    assert.equal(readConfig({}).shopsDomain, null)
  })

  test('may be the host of PUBLIC_URL, where the service’s own pages stay', async () => {
    const same = await startService({ PUBLIC_URL: `http://${SHOPS}`, SHOPS_DOMAIN: SHOPS }, service)
    const store = await aStore(service)
    assert.equal((await requestAt(same, SHOPS, '/docs')).status, 200)
    assert.equal((await requestAt(same, hostOf(store), '/')).status, 200)
    assert.equal((await requestAt(same, SHOPS, `/${store.slug}`)).headers.location, `http://${hostOf(store)}`)
  })
})
