import assert from 'node:assert/strict'
import { suite, test } from 'node:test'
import { newId } from '../core/values/id.ts'
import { startService } from '../../test/service.ts'
import { aStore } from '../../test/factories.ts'

const service = await startService()
const { slug } = await aStore(service)
const escaped = (query: string) => query.replaceAll('&', '&amp;')

const leadsTo = async (path: string, method = 'GET') => {
  const { status, headers } = await service.call(method, path)
  return status === 301 ? headers.get('location') : status
}

suite('an address that is almost right', () => {
  test('leads to the page without the slash at its end', async () => {
    assert.equal(await leadsTo(`/${slug}/`), `/${slug}`)
    assert.equal(await leadsTo(`/${slug}/carrito//?a=1`), `/${slug}/carrito?a=1`)
    assert.equal(await leadsTo('/docs/'), '/docs')
  })

  test('leads to the shop that was written with capitals', async () => {
    assert.equal(await leadsTo(`/T${slug.slice(1)}?orden=precio`), `/${slug}?orden=precio`)
    assert.equal(await leadsTo('/NADA'), '/nada')
    assert.equal(await leadsTo('/nada'), 404)
  })

  test('never leads to another host', async () => {
    for (const path of [
      '//malo.example/',
      '///malo.example//',
      '/%5Cmalo.example/',
      '/%2Fmalo.example/',
      '/%2FMALO',
    ])
      assert.equal(await leadsTo(path), 404, path)
  })

  test('404 to a request that is no reading', async () => {
    assert.equal(await leadsTo(`/${slug}/`, 'DELETE'), 404)
  })
})

suite('what a shop does not have', () => {
  const line = `v=${newId()}~60&n=2`

  test('is a page of the shop, from where its products and the cart can be reached', async () => {
    for (const path of ['/p/nada', '/pedido/nada', '/nada/de/nada', '?categoria=nada']) {
      const { status, text } = await service.get(`/${slug}${path}${path.includes('?') ? '&' : '?'}${line}`)
      assert.equal(status, 404, path)
      assert.match(text, /Esta página no existe/)
      assert.match(text, new RegExp(`<a class="button" href="/${slug}\\?${escaped(line)}">`), path)
      assert.match(text, new RegExp(`<a class="cart" href="/${slug}/carrito\\?${escaped(line)}"`), path)
      assert.match(text, /<meta name="robots" content="noindex">/)
    }
  })

  test('is a page of the service where there is no such shop, or it is closed', async () => {
    const closed = await aStore(service)
    await service.sql`update stores set billing_state = 'suspended' where id = ${closed.id}`
    for (const path of ['/nada/p/nada', '/favicon.ico', `/${closed.slug}/nada`]) {
      const { status, text } = await service.get(path)
      assert.equal(status, 404, path)
      assert.match(text, /<a class="button" href="\/">/)
    }
  })
})

suite('an address with a broken percent sequence', () => {
  test('is a page, in the shop where there is one', async () => {
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

suite('an address under another method', () => {
  test('is a page with the methods that there are', async () => {
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

suite('an address of the API that is none', () => {
  test('is JSON, however short', async () => {
    for (const path of [
      '/api',
      '/api/',
      '/api?a=1',
      '/api/nada',
      '/api/p/nada',
      '/api/carrito',
      '/api/v1/nada',
    ]) {
      const answer = await fetch(service.url + path)
      const { code } = (await answer.json()) as { code: string }
      assert.deepEqual([answer.status, code], [404, 'NOT_FOUND'], path)
    }
    for (const path of ['/api', '/api/pedir']) {
      const { status, headers } = await fetch(service.url + path, { method: 'DELETE' })
      assert.ok([404, 405].includes(status), path)
      assert.match(headers.get('content-type')!, /json/)
    }
  })
})
