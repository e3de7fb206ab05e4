import assert from 'node:assert/strict'
import { suite, test } from 'node:test'
import { Webhook } from 'standardwebhooks'
import { RESERVED_SLUGS } from '../../features/stores/reserved-slugs.ts'
import { assertIncludes } from '../../../test/assert-includes.ts'
import { startService } from '../../../test/service.ts'
import { knownErrors } from './errors.ts'
import { addressOf, guides } from './guides.ts'
import { openapiOf } from './openapi.ts'
import { referencePages } from './reference/pages.ts'

const service = await startService({ PUBLIC_URL: 'http://vitrina.test' })
const document = openapiOf(service.app)
const addresses = [...referencePages.map(({ href }) => href), ...guides.map(addressOf)]

suite('the documentation', () => {
  test('has a content security policy without other hosts and scripts', async () => {
    for (const path of addresses) {
      const { status, text, headers } = await service.get(path)
      assert.equal(status, 200, path)
      assert.match(
        headers.get('content-security-policy')!,
        /default-src 'none'; style-src 'self'; img-src data:;/,
      )
      const loaded = [...text.matchAll(/<(?:script|link|img|iframe)\b[^>]*(?:src|href)="([^"]+)"/g)]
      for (const [, address] of loaded) assert.match(address!, /^(\/docs\/|data:,)/, path)
      assert.doesNotMatch(text, /<script|<style|style=/)
    }
  })

  test('has every operation and every event once, with an anchor', async () => {
    const pages = await Promise.all(referencePages.map(({ href }) => service.get(href)))
    const text = pages.map((page) => page.text).join('')
    const all = Object.values({ ...document.paths, ...document.webhooks }).flatMap((methods) =>
      Object.values(methods as Record<string, { operationId: string; summary: string }>),
    )
    assert.ok(all.length > 70)
    for (const { operationId, summary } of all) {
      assert.equal(text.split(`<section id="${operationId}">`).length, 2, operationId)
      assert.ok(pages[0]!.text.includes(`#${operationId}">${summary}</a>`), `${operationId} in the list`)
    }
  })

  test('has the parameters, examples, responses and errors of an operation', async () => {
    const { text } = await service.get('/docs/referencia/compra')
    const [, createOrder = ''] = text.split('<section id="createOrder">')
    assertIncludes(createOrder, [
      '<b class="method post">POST</b> <code>/api/orders</code>',
      '<code>Idempotency-Key</code>',
      '<code>quantity</code> <span class="type">entero</span> <b>obligatorio</b>',
      'mínimo 1, máximo 9999',
      'curl -X POST http://vitrina.test/api/orders',
      '<summary><b>201</b> Creado</summary>',
      '<b>409</b> <code>DUPLICATE_ORDER</code>',
    ])
  })

  test('links from a field to its object', async () => {
    const { text } = await service.get('/docs/referencia/productos')
    assert.match(text, /href="\/docs\/referencia\/objetos#Product"/)
    assert.match((await service.get('/docs/referencia/objetos')).text, /<section id="Product">/)
  })

  test('is small, and has an ETag with 304', async () => {
    for (const { href } of referencePages) {
      const response = await fetch(service.url + href, { headers: { 'accept-encoding': 'gzip' } })
      assert.equal(response.headers.get('content-encoding'), 'gzip')
      assert.ok(Number(response.headers.get('content-length')) < 40_000, href)
      const headers = { 'accept-encoding': 'gzip', 'if-none-match': response.headers.get('etag')! }
      assert.equal((await fetch(service.url + href, { headers })).status, 304)
    }
  })

  test('has the cause and the remedy of each error code', async () => {
    const { text } = await service.get('/docs/guia/errores')
    for (const { code, status } of knownErrors) assert.ok(text.includes(`id="${code ?? `http-${status}`}"`))
  })

  test("has working examples that verify a webhook's signature", async () => {
    const { text } = await service.get('/docs/guia/webhooks')
    const [code] = samples(text).filter((sample) => sample.includes('createHmac'))
    const { verify } = (await import(`data:text/javascript,${encodeURIComponent(code!)}`)) as {
      verify: (secret: string, headers: object, body: string) => unknown
    }
    const secret = `whsec_${Buffer.from('a secret of twenty-four bytes').toString('base64')}`
    const [body, at] = ['{"id":"m1"}', new Date()]
    const headers = {
      'webhook-id': 'm1',
      'webhook-timestamp': String(Math.floor(at.getTime() / 1000)),
      'webhook-signature': new Webhook(secret).sign('m1', at, body),
    }
    assert.deepEqual(verify(secret, headers, body), { id: 'm1' })
    assert.throws(() => verify(secret, headers, `${body} `))
  })

  test('has curl examples for existing endpoints, quoted for the shell', async () => {
    const pages = await Promise.all(guides.map((guide) => service.get(addressOf(guide))))
    const lines = pages.flatMap(({ text }) => samples(text)).filter((sample) => sample.startsWith('curl'))
    assert.ok(lines.length >= 8)
    for (const line of lines) {
      const [, path = ''] = /http:\/\/vitrina\.test([^\s"?]*)/.exec(line)!
      const method = /-X (\w+)/.exec(line)?.[1] ?? (/ (-d|--data)\b/.test(line) ? 'POST' : 'GET')
      const { status } = await service.call(method, path)
      assert.ok(![404, 405].includes(status), line)
      assert.doesNotMatch(line, /\s[^"'\s]*\?\w+=/, 'zsh takes an unquoted ? for a pattern')
    }
  })

  test('has a value for every placeholder of a guide', async () => {
    for (const guide of guides) {
      const { text } = await service.get(addressOf(guide))
      assert.doesNotMatch(text, /\{\{\w+\}\}|undefined/, guide.slug)
    }
  })

  test('has the public URL of the service in its examples', async () => {
    assert.match(
      (await service.get('/docs/guia/inicio-rapido')).text,
      /http:\/\/vitrina\.test\/api\/v1\/products/,
    )
  })

  test('links only to existing pages', async () => {
    for (const path of addresses) {
      const { text } = await service.get(path)
      for (const [, address] of text.matchAll(/href="(\/[^"#]*)"/g)) {
        assert.equal((await service.get(address!)).status, 200, `${path} links to ${address}`)
      }
    }
  })

  test('no store can have its paths as slug', () => {
    for (const path of service.app.knownRoutes.keys()) {
      const [, first] = /^\/([a-z0-9-]{3,})(?:\.\w+)?(?:\/|$)/.exec(path) ?? [] // no slug is shorter
      if (first) assert.ok(RESERVED_SLUGS.has(first), `${first} is not reserved`)
    }
  })
})

suite('GET /llms.txt', () => {
  test('lists the guides and the description of the API', async () => {
    const { text } = await service.get('/llms.txt')
    for (const guide of guides)
      assert.ok(text.includes(`](http://vitrina.test${addressOf(guide)}): `), guide.slug)
    assert.match(text, /http:\/\/vitrina\.test\/api\/v1\/openapi\.json/)
  })
})

/** The blocks of code of a page, as a reader copies them. */
function samples(page: string): string[] {
  return [...page.matchAll(/<pre[^>]*><code>([\s\S]*?)<\/code><\/pre>/g)].map(([, text]) =>
    text!
      .replaceAll('&quot;', '"')
      .replaceAll('&#39;', "'")
      .replaceAll('&lt;', '<')
      .replaceAll('&gt;', '>')
      .replaceAll('&amp;', '&'),
  )
}
