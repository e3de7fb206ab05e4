import assert from 'node:assert/strict'
import { suite, test } from 'node:test'
import { newId } from '../../core/values/id.ts'
import { startService } from '../../../test/service.ts'
import { aStore } from '../../../test/factories.ts'

const service = await startService()
const { slug } = await aStore(service)
const leadsTo = async (path: string, method = 'GET') => {
  const { status, headers } = await service.call(method, path)
  return status === 301 ? headers.get('location') : status
}

suite('a URL that is almost right', () => {
  test('redirects to the path without the trailing slash', async () => {
    assert.equal(await leadsTo(`/${slug}/`), `/${slug}`)
    assert.equal(await leadsTo(`/${slug}/carrito//?a=1`), `/${slug}/carrito?a=1`)
    assert.equal(await leadsTo('/docs/'), '/docs')
  })

  test('redirects to the slug in lower case', async () => {
    assert.equal(await leadsTo(`/T${slug.slice(1)}?orden=precio`), `/${slug}?orden=precio`)
    assert.equal(await leadsTo('/NADA'), 404)
    assert.equal(await leadsTo('/nada'), 404)
  })

  test('never redirects to another host', async () => {
    for (const path of [
      '//malo.example/',
      '///malo.example//',
      '/%5Cmalo.example/',
      '/%2Fmalo.example/',
      '/%2FMALO',
    ])
      assert.equal(await leadsTo(path), 404, path)
  })

  test('404 on methods other than GET and HEAD', async () => {
    assert.equal(await leadsTo(`/${slug}/`, 'DELETE'), 404)
  })
})

suite('an unknown path in a shop', () => {
  const line = `v=${newId()}~60&n=2`

  test('is a page of the shop, with links to its products and the cart', async () => {
    for (const path of ['/p/nada', '/nada/de/nada', '?categoria=nada']) {
      const { status, text } = await service.get(`/${slug}${path}${path.includes('?') ? '&' : '?'}${line}`)
      assert.equal(status, 404, path)
      assert.match(text, /Esta página no existe/)
      assert.match(
        text,
        /<form id="carried" hidden><input [^>]*value="\w+~60"><input [^>]*value="2"><\/form>/,
      )
      assert.ok(
        text.includes(`<button role="link" form="carried" class="button" formaction="/${slug}">`),
        path,
      )
      assert.ok(text.includes(`form="carried" class="cart" formaction="/${slug}/carrito"`), path)
      assert.match(text, /<meta name="robots" content="noindex">/)
    }
  })

  test('speaks of orders where it is the address of one', async () => {
    const { status, text } = await service.get(`/${slug}/pedido/nada`)
    assert.equal(status, 404)
    assert.match(text, /<h1>No encontramos ese pedido<\/h1>/)
    assert.ok(text.includes(`<a class="button" href="/${slug}/mis-pedidos">Mis pedidos</a>`))
  })

  test('is a page of the service where the shop is unknown or suspended', async () => {
    const closed = await aStore(service)
    await service.sql`update stores set billing_state = 'suspended' where id = ${closed.id}`
    for (const path of ['/nada/p/nada', '/favicon.ico', `/${closed.slug}/nada`]) {
      const { status, text } = await service.get(path)
      assert.equal(status, 404, path)
      assert.match(text, /<a class="button" href="\/">/)
    }
  })
})

suite('a URL with a malformed percent encoding', () => {
  test('is an error page, of the shop where there is one', async () => {
    for (const [path, words] of [
      [`/${slug}/p/%E0%A4%A`, /<a class="button" href="\/tienda/],
      ['/%E0%A4%A', /<a class="button" href="\/">/],
    ] as const) {
      const { status, headers, text } = await service.get(path)
      assert.deepEqual([status, headers.get('content-type')], [404, 'text/html; charset=utf-8'], path)
      assert.match(text, words)
    }
  })
})

suite('a path with another method', () => {
  test('is an error page with the allowed methods', async () => {
    for (const [method, path, allow] of [
      ['DELETE', `/${slug}`, 'GET, HEAD'],
      ['POST', '/', 'GET, HEAD'],
      ['PUT', `/${slug}/pedir`, 'GET, HEAD, POST'],
    ] as const) {
      const { status, headers, text } = await service.call(method, path)
      assert.equal(status, 405, path)
      assert.equal(headers.get('allow'), allow)
      assert.equal(headers.get('content-type'), 'text/html; charset=utf-8')
      assert.ok(headers.get('content-security-policy'))
      assert.match(text, /Aquí no se puede hacer eso/)
    }
  })
})

suite('a form of another media type', () => {
  test('is an error page that does not blame the service', async () => {
    for (const path of [`/${slug}/pedir`, '/panel/entrar']) {
      const headers = { 'content-type': 'text/xml', 'sec-fetch-site': 'same-origin' }
      const { status, text } = await service.call('POST', path, { headers, body: '<name/>' })
      assert.equal(status, 415, path)
      assert.match(text, /<h1>.*Vuelve atrás/s)
    }
  })
})

suite('an unknown path of the API', () => {
  test('is a JSON error', async () => {
    for (const path of [
      '/api',
      '/api/',
      '/api?a=1',
      '/api/nada',
      '/api/p/nada',
      '/api/carrito',
      '/api/v1/nada',
    ]) {
      const response = await fetch(service.url + path)
      const { code } = (await response.json()) as { code: string }
      assert.deepEqual([response.status, code], [404, 'NOT_FOUND'], path)
    }
    for (const path of ['/api', '/api/pedir']) {
      const { status, headers } = await fetch(service.url + path, { method: 'DELETE' })
      assert.ok([404, 405].includes(status), path)
      assert.match(headers.get('content-type')!, /json/)
    }
  })
})
