import assert from 'node:assert/strict'
import { suite, test } from 'node:test'
import { aProduct, aStore } from '../../../test/factories.ts'
import { startService } from '../../../test/service.ts'

const service = await startService()
const origin = 'https://tienda-propia.example'

const preflight = (path: string, method: string) =>
  fetch(service.url + path, {
    method: 'OPTIONS',
    headers: {
      origin,
      'access-control-request-method': method,
      'access-control-request-headers': 'content-type',
    },
  })

const open: [method: string, path: string][] = [
  ['POST', '/api/orders'],
  ['POST', '/api/reviews'],
  ['GET', '/api/check-slug'],
  ['GET', '/api/health'],
  ['GET', '/api/ready'],
  ['GET', '/api/v1/openapi.json'],
  ['POST', '/api/mcp'],
]

suite('pages of another origin', () => {
  for (const [method, path] of open) {
    test(`may ask ${method} ${path}`, async () => {
      const allowed = await preflight(path, method)
      assert.equal(allowed.status, 204)
      assert.equal(allowed.headers.get('access-control-allow-origin'), '*')
      assert.ok(allowed.headers.get('access-control-allow-methods')!.split(', ').includes(method))
      assert.match(
        allowed.headers.get('access-control-allow-headers')!,
        /Authorization, Content-Type, Idempotency-Key, Service-Store/,
      )
      assert.equal(allowed.headers.get('access-control-allow-credentials'), null)
    })
  }

  for (const path of ['/api/catalog/events', '/api/v1/products', '/api/billing/stripe', '/panel/entrar']) {
    test(`may not ask ${path}`, async () => {
      const refused = await preflight(path, 'POST')
      assert.ok(refused.status >= 400, String(refused.status))
      assert.equal(refused.headers.get('access-control-allow-origin'), null)
      const answer = await fetch(service.url + path, { headers: { origin } })
      assert.equal(answer.headers.get('access-control-allow-origin'), null)
    })
  }

  test('read what was answered, a refusal and its limit too', async () => {
    const store = await aStore(service)
    const { variants } = await aProduct(service, store)
    const order = { storeId: store.id, name: 'Ana', phone: '+50255551234' }
    const headers = { origin, 'content-type': 'application/json' }
    const ask = (body: object) =>
      fetch(`${service.url}/api/orders`, { method: 'POST', headers, body: JSON.stringify(body) })
    const placed = await ask({ ...order, items: [{ variantId: variants[0]!.id, quantity: 1 }] })
    const refused = await ask(order)
    assert.deepEqual([placed.status, refused.status], [201, 400])
    for (const answer of [placed, refused]) {
      assert.equal(answer.headers.get('access-control-allow-origin'), '*')
      assert.match(answer.headers.get('access-control-expose-headers')!, /X-RateLimit-Remaining/)
    }
  })

  test('a plain OPTIONS is 405 as before', async () => {
    const refused = await fetch(`${service.url}/api/orders`, { method: 'OPTIONS' })
    assert.deepEqual([refused.status, refused.headers.get('allow')], [405, 'POST'])
  })
})
