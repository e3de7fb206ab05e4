import assert from 'node:assert/strict'
import { suite, test } from 'node:test'
import { assertIncludes } from './assert-includes.ts'
import { openDomain, redirectDomain, requestAt } from './domains.ts'
import { aMethod, aPhone, aProduct, aStore, anAddress } from './factories.ts'
import { startService } from './service.ts'

const HERE = 'http://tiendas.example:3000'
const service = await startService({ PUBLIC_URL: HERE, PANEL_URL: 'http://panel.example:3000' })

let count = 0
/** A store with a product and a domain that is open. */
async function aShopWithDomain() {
  const store = await aStore(service)
  const domain = `tienda${++count}.example`
  const product = await aProduct(service, store)
  await openDomain(service, store, domain)
  const get = (path: string) => requestAt(service, domain, path)
  return { store, product, domain, url: `http://${domain}:3000`, get, variantId: product.variants[0]!.id }
}

const anOrder = (storeId: string, variantId: string) => ({
  method: 'POST',
  headers: { ...anAddress(), 'content-type': 'application/json' },
  body: JSON.stringify({
    storeId,
    name: 'Ana',
    phone: aPhone(),
    address: 'Calle 1',
    items: [{ variantId, quantity: 1 }],
  }),
})

suite('a shop on its own domain', () => {
  test('is selected by the host name, whatever its case, port and trailing dot', async () => {
    const { store, domain } = await aShopWithDomain()
    for (const host of [domain, domain.toUpperCase(), `${domain}.`, `${domain}:3000`, `${domain}.:80`]) {
      const { status, text } = await requestAt(service, host, '/')
      assert.equal(status, 200, host)
      assertIncludes(text, [store.name, `data-store="${store.id}"`])
    }
  })

  test('has each of its pages without the slug, and no address of another host or with the slug', async () => {
    const { store, product, get, url, variantId } = await aShopWithDomain()
    const cart = `v=${variantId}&n=1`
    const pages = {
      '/': [`<link rel="canonical" href="${url}/">`, `content="${url}/media/${store.id}/compartir/tienda"`],
      [`/p/${product.slug}`]: [`<link rel="canonical" href="${url}/p/${product.slug}">`, 'action="/carrito"'],
      [`/?${cart}`]: ['action="/"'],
      [`/carrito?${cart}`]: ['action="/carrito"', 'formaction="/pedir"'],
      [`/pedir?${cart}`]: ['action="/pedir"'],
      '/mis-pedidos': ['href="/mis-pedidos"'],
      '/sin-conexion': ['href="/manifest.webmanifest"'],
      '/manifest.webmanifest': ['"start_url":"/"', '"scope":"/"', '"id":"/"'],
      '/feed.xml': [`<link>${url}/</link>`, `<g:link>${url}/p/${product.slug}`],
      '/sitemap.xml': [`<loc>${url}/</loc>`, `<loc>${url}/p/${product.slug}</loc>`],
      '/llms.txt': [
        `Tienda: ${url}/.`,
        `POST ${url}/api/orders`,
        ` ${url}/ucp/mcp; `,
        ` ${url}/ucp.`,
        `(${url}/p/${product.slug})`,
      ],
      '/robots.txt': ['Disallow: /carrito?', `Sitemap: ${url}/sitemap.xml`],
      '/qr.svg': ['<svg'],
    }
    for (const [path, parts] of Object.entries(pages)) {
      const { status, text } = await get(path)
      assert.equal(status, 200, path)
      assertIncludes(text, parts)
      const rest = text.replaceAll(
        /data-shop="[^"]+"|href="http:\/\/tiendas\.example:3000\/(privacidad)?"/g,
        '',
      )
      assert.ok(!rest.includes(store.slug), `${path} has the slug`)
      assert.ok(!rest.includes('tiendas.example'), `${path} names the service`)
    }
  })

  test('has its own 404 page, redirects a trailing slash, and takes no slug', async () => {
    const { store, get } = await aShopWithDomain()
    for (const path of [
      '/nada',
      `/${store.slug}`,
      `/${store.slug}/carrito`,
      '/~',
      '/~/carrito',
      '/docs',
      '/docs/',
      '/panel',
      '/panel/',
      '/panel//?x=1',
      '/oauth/token/',
      '/nada/',
      '/privacidad',
      '/privacidad/',
      '/assets',
      '/media',
    ]) {
      const { status, text } = await get(path)
      assert.equal(status, 404, path)
      assertIncludes(text, [`data-store="${store.id}"`])
    }
    const { status, headers } = await get('/carrito/?v=a')
    assert.deepEqual([status, headers.location], [301, '/carrito?v=a'])
  })

  test('takes orders, whose links name the domain, and none for another store', async () => {
    const { store, domain, url, variantId, get } = await aShopWithDomain()
    const placed = await requestAt(service, domain, '/api/orders', anOrder(store.id, variantId))
    assert.equal(placed.status, 201, placed.text)
    const { trackingUrl, whatsappUrl } = JSON.parse(placed.text)
    assert.ok(trackingUrl.startsWith(`${url}/pedido/`), trackingUrl)
    assertIncludes(decodeURIComponent(whatsappUrl), [trackingUrl])
    const page = await get(new URL(trackingUrl).pathname)
    assert.equal(page.status, 200)
    assertIncludes(decodeURIComponent(page.text), [trackingUrl])

    const other = await aShopWithDomain()
    const refused = await requestAt(service, domain, '/api/orders', anOrder(other.store.id, other.variantId))
    assert.deepEqual([refused.status, JSON.parse(refused.text).code], [404, 'NOT_FOUND'])
    assert.equal((await requestAt(service, domain, new URL(trackingUrl).pathname)).status, 200)
    assert.equal((await other.get(new URL(trackingUrl).pathname)).status, 404)

    const { host } = new URL(url)
    for (const path of [`http://${host}/api/orders`, 'http://tiendas.example:3000/api/orders']) {
      const absolute = await requestAt(service, domain, path, anOrder(other.store.id, other.variantId))
      assert.deepEqual([absolute.status, JSON.parse(absolute.text).code], [404, 'NOT_FOUND'], path)
    }
  })

  test('rejects other methods of its part of the API with 405, and those of the rest with 404', async () => {
    const { domain } = await aShopWithDomain()
    const at = (method: string, path: string, headers = {}) =>
      requestAt(service, domain, path, { method, headers: { ...anAddress(), ...headers } })
    for (const [method, path, allow] of [
      ['GET', '/api/orders', 'POST'],
      ['DELETE', '/api/orders', 'POST'],
      ['POST', '/api/health', 'GET, HEAD'],
    ] as const) {
      const { status, headers, text } = await at(method, path)
      assert.deepEqual(
        [status, headers.allow, JSON.parse(text).code],
        [405, allow, 'METHOD_NOT_ALLOWED'],
        path,
      )
    }
    const preflight = { origin: 'https://otra.example', 'access-control-request-method': 'POST' }
    assert.equal((await at('OPTIONS', '/api/orders', preflight)).status, 204)
    for (const path of ['/api/v1/orders', '/api/domains/allowed', '/api/nada'])
      assert.equal((await at('DELETE', path)).status, 404, path)
  })

  test('takes the receipts of its own orders, and leads from their payment back to their page', async () => {
    const { store, domain, variantId, get } = await aShopWithDomain()
    const method = await aMethod(service, store)
    const order = anOrder(store.id, variantId)
    order.body = JSON.stringify({ ...JSON.parse(order.body), paymentMethodId: method.id })
    const { trackingUrl } = JSON.parse((await requestAt(service, domain, '/api/orders', order)).text)
    const { pathname } = new URL(trackingUrl)
    const part = (head: string, body: string) =>
      `--x\r\nContent-Disposition: form-data; name=${head}\r\n\r\n${body}\r\n`
    const file = '"file"; filename="c.pdf"\r\nContent-Type: application/pdf'
    const receipt = {
      method: 'POST',
      headers: { ...anAddress(), 'content-type': 'multipart/form-data; boundary=x' },
      body: `${part('"token"', pathname.split('/').at(-1)!)}${part(file, '%PDF-1.7 pagado')}--x--\r\n`,
    }
    const { domain: other } = await aShopWithDomain()
    assert.equal((await requestAt(service, other, '/api/orders/receipt', receipt)).status, 404)
    const { status, text } = await requestAt(service, domain, '/api/orders/receipt', receipt)
    assert.deepEqual([status, text], [201, '{"state":"REVIEW"}'])
    const paid = await get(`${pathname}/pagar`)
    assert.deepEqual([paid.status, paid.headers.location], [303, pathname])
  })

  test('counts events of its own pages, and none of another store', async () => {
    const { store, domain, url } = await aShopWithDomain()
    const { store: other, url: otherUrl } = await aShopWithDomain()
    const send = async (storeId: string, origin: string) => {
      const headers = { ...anAddress(), origin, 'content-type': 'application/json' }
      const body = JSON.stringify({ storeId, type: 'ADD_TO_CART', sessionId: 'una' })
      return (await requestAt(service, domain, '/api/catalog/events', { method: 'POST', headers, body }))
        .status
    }
    assert.equal(await send(store.id, url), 200)
    assert.equal(await send(other.id, url), 404)
    assert.equal(await send(other.id, otherUrl), 404)
    assert.equal(await send(store.id, otherUrl), 403)
    for (const origin of ['http://otra.example:3000', HERE]) assert.equal(await send(store.id, origin), 403)
  })

  test('serves pictures of its store and none of another', async () => {
    const { store, get } = await aShopWithDomain()
    const { store: other } = await aShopWithDomain()
    assert.equal((await get(`/media/${store.id}/icono/192.png`)).status, 200)
    assert.equal((await get(`/media/${other.id}/icono/192.png`)).status, 404)
  })

  test('sets no cookie and gets none of the panel; its worker and its assets are served', async () => {
    const { get } = await aShopWithDomain()
    const { text, headers } = await get('/')
    assert.equal(headers['set-cookie'], undefined)
    assert.match(String(headers['content-security-policy']), /form-action 'self'/)
    for (const [, path] of text.matchAll(/(?:href|src)="(\/(?:assets|media)\/[^"]+)"/g))
      assert.equal((await get(path!)).status, 200, path)
    assert.equal((await get('/sw.js')).status, 200)
  })

  test('that closed while a process still took it for open leaves no page in the cache of the address here', async () => {
    const { store, domain } = await aShopWithDomain()
    const { find } = service.app.domains
    const known = await find(domain)
    await service.sql`update stores set domain = null where id = ${store.id}`
    await service.sql`update domains set state = 'claimed' where store_id = ${store.id}`
    service.app.domains.find = () => Promise.resolve(known)
    const closed = await requestAt(service, domain, '/').finally(() => (service.app.domains.find = find))
    const here = await requestAt(service, 'tiendas.example:3000', `/${store.slug}`)
    assertIncludes(here.text, [`href="/${store.slug}/p/`])
    assert.deepEqual([closed.status, here.status], [421, 200])
  })

  test('is shown by its present settings within 50 ms, also after another process changed them', async () => {
    const { store, domain, get } = await aShopWithDomain()
    assertIncludes((await get('/')).text, ['Café de la Antigua'])
    await service.sql`update stores set name = 'Otro nombre', updated_at = now() where id = ${store.id}`
    assertIncludes((await get('/')).text, ['Otro nombre'])
    await service.sql`update stores set slug = ${`${store.slug}-b`} where id = ${store.id}`
    await service.sql`update slugs set held_until = now() + interval '1 day' where slug = ${store.slug}`
    await service.sql`insert into slugs (slug, store_id) values (${`${store.slug}-b`}, ${store.id})`
    assert.equal((await get('/carrito')).status, 200)
    const old = await requestAt(service, 'tiendas.example:3000', `/${store.slug}/carrito?v=a`)
    assert.deepEqual([old.status, old.headers.location], [301, `http://${domain}:3000/carrito?v=a`])
  })
})

suite('the address here of a shop with its own domain', () => {
  const HOST = 'tiendas.example:3000'

  test('redirects each page to the same one on the domain, with its query', async () => {
    const { store, product, url } = await aShopWithDomain()
    const shouted = await requestAt(service, HOST, `/${store.slug.toUpperCase()}/carrito?v=a`)
    assert.deepEqual([shouted.status, shouted.headers.location], [301, `${url}/carrito?v=a`])
    const paths = ['', '?v=a~10&n=2', '/carrito?v=a&n=1', `/p/${product.slug}`, '/feed.xml', '/sitemap.xml', '/llms.txt',
      '/manifest.webmanifest', '/mis-pedidos', '/pedir?v=a', '/pedido/abc'] // prettier-ignore
    for (const method of ['GET', 'HEAD'])
      for (const path of paths) {
        const { status, headers } = await requestAt(service, HOST, `/${store.slug}${path}`, { method })
        const to = path === '' ? url : url + (path.startsWith('?') ? `/${path}` : path)
        assert.deepEqual([status, headers.location], [301, to], `${method} ${path}`)
      }
  })

  test('takes forms that were open there, and shows them with links that work there', async () => {
    const { store, variantId, url } = await aShopWithDomain()
    const form = { v: variantId, n: '1', name: '', phone: '', key: 'una-clave-de-prueba' }
    const headers = { ...anAddress(), 'content-type': 'application/x-www-form-urlencoded' }
    const post = (fields: object) =>
      requestAt(service, HOST, `/${store.slug}/pedir`, {
        method: 'POST',
        headers,
        body: new URLSearchParams({ ...form, ...fields }).toString(),
      })
    const again = await post({})
    assert.equal(again.status, 422)
    assertIncludes(again.text, [`action="/${store.slug}/pedir"`])
    const placed = await post({ name: 'Ana', phone: aPhone(), address: 'Calle 1' })
    assert.equal(placed.status, 303, placed.text)
    const order = placed.headers.location!.replace('#listo', '')
    const page = await requestAt(service, HOST, order)
    assert.equal(page.status, 301)
    assert.ok(page.headers.location!.startsWith(`${url}/pedido/`))
    const byScript = await requestAt(service, HOST, order, { headers: { 'sec-fetch-dest': 'empty' } })
    assert.equal(byScript.status, 200, 'a script can not follow to another host')
    assertIncludes(byScript.text, [encodeURIComponent(`${url}/pedido/`)])
  })

  test('shows the panel the QR code and the previews, and names the domain in the API', async () => {
    const { store, url } = await aShopWithDomain()
    assert.equal((await requestAt(service, HOST, `/${store.slug}/qr.svg`)).status, 200)
    // One that was printed from a cache could name a domain that has closed.
    const code = await requestAt(service, HOST, `/${store.slug}/qr.svg`)
    assert.match(code.headers['cache-control']!, /no-cache/)
    const { json } = await service.get('/api/v1/store', store.key)
    assert.equal(json.data.url, url)
    assert.ok(!('domain' in json.data))
  })

  test('is where the domain redirects after the grace of a downgrade', async () => {
    const { store, get } = await aShopWithDomain()
    await redirectDomain(service, store)
    for (const path of ['/', '/?v=a', '/carrito?v=a', '/feed.xml']) {
      const { status, headers } = await get(path)
      assert.deepEqual(
        [status, headers.location],
        [302, `${HERE}/${store.slug}${path.replace(/^\/(?=\?|$)/, '')}`],
      )
    }
    assert.equal((await requestAt(service, HOST, `/${store.slug}`)).status, 200)
    for (const path of [`/media/${store.id}/icono/192.png`, '/assets/theme/claro.css?x=1', '/sw.js'])
      assert.equal((await get(path)).headers.location, HERE + path)
  })
})
