import assert from 'node:assert/strict'
import { suite, test } from 'node:test'
import { bareApp } from '../../../test/bare-app.ts'
import { aKey, aProduct, aStore } from '../../../test/factories.ts'
import { startService } from '../../../test/service.ts'
import type { RequestStore } from '../auth/key-lookup.ts'
import type { Db } from '../database/db.ts'
import { allowListedOrigins } from './cors.ts'

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
    test(`may call ${method} ${path}`, async () => {
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
    test(`may not call ${path}`, async () => {
      const rejected = await preflight(path, 'POST')
      assert.ok(rejected.status >= 400, String(rejected.status))
      assert.equal(rejected.headers.get('access-control-allow-origin'), null)
      const reply = await fetch(service.url + path, { headers: { origin } })
      assert.equal(reply.headers.get('access-control-allow-origin'), null)
    })
  }

  test('read responses and errors, with the headers of the limit', async () => {
    const store = await aStore(service)
    const { variants } = await aProduct(service, store)
    const order = { storeId: store.id, name: 'Ana', phone: '+50255551234' }
    const headers = { origin, 'content-type': 'application/json' }
    const ask = (body: object) =>
      fetch(`${service.url}/api/orders`, { method: 'POST', headers, body: JSON.stringify(body) })
    const placed = await ask({ ...order, items: [{ variantId: variants[0]!.id, quantity: 1 }] })
    const rejected = await ask(order)
    assert.deepEqual([placed.status, rejected.status], [201, 400])
    for (const reply of [placed, rejected]) {
      assert.equal(reply.headers.get('access-control-allow-origin'), '*')
      assert.match(reply.headers.get('access-control-expose-headers')!, /X-RateLimit-Remaining/)
    }
  })

  test('read a 405', async () => {
    const reply = await fetch(`${service.url}/api/mcp`, { headers: { origin } })
    assert.deepEqual([reply.status, reply.headers.get('access-control-allow-origin')], [405, '*'])
  })

  for (const path of ['/api/nada', '/api/v1/nada', '/api/v1/products/', '/api/v1/products/x/nada', '/api/']) {
    test(`read the 404 of ${path}, preflighted or not`, async () => {
      const allowed = await preflight(path, 'PUT')
      assert.deepEqual([allowed.status, allowed.headers.get('access-control-allow-origin')], [204, '*'])
      assert.match(allowed.headers.get('access-control-allow-methods')!, /PUT/)
      for (const method of ['GET', 'PUT']) {
        const reply = await fetch(service.url + path, {
          method,
          headers: { origin, authorization: 'Bearer vit_nadie' },
        })
        assert.deepEqual([reply.status, reply.headers.get('access-control-allow-origin')], [404, '*'], method)
        assert.equal(reply.headers.get('access-control-allow-credentials'), null)
      }
    })
  }

  test('an OPTIONS that is not a preflight is 405', async () => {
    const rejected = await fetch(`${service.url}/api/orders`, { method: 'OPTIONS' })
    assert.deepEqual([rejected.status, rejected.headers.get('allow')], [405, 'POST'])
  })
})

suite('pages of an origin that a store lists', () => {
  const list = (store: { key: string }, allowedOrigins: string[]) =>
    service.put('/api/v1/store', { key: store.key, body: { allowedOrigins } })
  const ask = (key: string, path: string, from: string, method = 'GET') =>
    fetch(service.url + path, { method, headers: { origin: from, authorization: `Bearer ${key}` } })
  const allowedFor = ({ headers }: Response) => headers.get('access-control-allow-origin')
  const aListing = async (from: string) => {
    const store = await aStore(service)
    assert.equal((await list(store, [from])).status, 200)
    return store
  }

  test('read every response to its keys: fresh, cached, 304, errors and 429', async () => {
    const store = await aListing('https://una.example')
    const reader = { accountId: store.ownerId, storeId: store.id, scopes: ['products:read' as const] }
    const key = await aKey(service, reader)
    const replies = [
      await ask(key, '/api/v1/products', 'https://una.example'),
      await ask(key, '/api/v1/products', 'https://una.example'),
      await ask(key, '/api/v1/products/nada', 'https://una.example'),
      await ask(key, '/api/v1/store', 'https://una.example'),
    ]
    const etag = replies[1]!.headers.get('etag')!
    const headers = { origin: 'https://una.example', authorization: `Bearer ${key}`, 'if-none-match': etag }
    replies.push(await fetch(`${service.url}/api/v1/products`, { headers }))
    await service.sql`update rate_hits set hits = 100 where key = 'key:' || (select id from api_keys where prefix = ${key.slice(0, 12)})`
    replies.push(await ask(key, '/api/v1/products', 'https://una.example'))
    assert.deepEqual(
      replies.map(({ status }) => status),
      [200, 200, 404, 403, 304, 429],
    )
    for (const reply of replies) {
      assert.equal(allowedFor(reply), 'https://una.example', String(reply.status))
      assert.match(reply.headers.get('vary')!, /origin/i)
      assert.match(reply.headers.get('access-control-expose-headers')!, /Retry-After.*ETag/)
      assert.equal(reply.headers.get('access-control-allow-credentials'), null)
    }
  })

  test('get a response that waits for no database, so that a time-out never sends a second one', async (t) => {
    const app = bareApp({ sql: (() => new Promise(() => {})) as unknown as Db })
    t.after(() => app.close())
    allowListedOrigins(app)
    app.addHook('onRequest', async (request) => {
      request.store = { id: 'a', allowedOrigins: [origin] } as unknown as RequestStore
    })
    app.get('/', { config: { maxHandlerMs: 20 } }, async () => ({ data: 1 }))
    const url = await app.listen({ port: 0, host: '127.0.0.1' })
    const reply = await fetch(url, { headers: { origin } })
    assert.deepEqual([reply.status, allowedFor(reply)], [200, origin])
  })

  test('get a preflight response for the methods of the endpoint, while a store lists them', async () => {
    const store = await aListing('https://previa.example')
    const before = (from: string, path = '/api/v1/products/x') =>
      fetch(service.url + path, {
        method: 'OPTIONS',
        headers: { origin: from, 'access-control-request-method': 'PUT' },
      })
    const yes = await before('https://previa.example')
    assert.deepEqual([yes.status, allowedFor(yes)], [204, 'https://previa.example'])
    assert.match(yes.headers.get('access-control-allow-methods')!, /GET.*PUT.*DELETE/)
    assert.match(yes.headers.get('access-control-allow-headers')!, /Authorization.*If-Match/)
    assert.match(yes.headers.get('vary')!, /origin/i)
    for (const from of [
      'http://previa.example',
      'https://otra.previa.example',
      'null',
      `https://${'x'.repeat(300)}.example`,
    ]) {
      const no = await before(from)
      assert.deepEqual([no.status, allowedFor(no)], [405, null], from)
      assert.match(no.headers.get('vary')!, /origin/i)
    }
    assert.equal(allowedFor(await before('https://previa.example', '/api/billing/stripe')), null)
    await list(store, [])
    assert.equal((await before('https://previa.example')).status, 405)
    assert.equal(allowedFor(await ask(store.key, '/api/v1/store', 'https://previa.example')), null)
  })

  test('read nothing of another store, nor of several stores at once', async () => {
    const store = await aListing('https://mia.example')
    const other = await aStore(service, { ownerId: store.ownerId })
    assert.equal(allowedFor(await ask(other.key, '/api/v1/store', 'https://mia.example')), null)
    assert.equal(allowedFor(await ask('vit_nadie', '/api/v1/store', 'https://ajena.example')), null)
    const account = await aKey(service, { accountId: store.ownerId, scopes: ['store:read', 'stores:read'] })
    assert.equal(allowedFor(await ask(account, '/api/v1/store', 'https://mia.example')), null)
    assert.equal(allowedFor(await ask(account, '/api/v1/stores', 'https://mia.example')), null)
    const of = async (storeId: string) => {
      const headers = {
        origin: 'https://mia.example',
        authorization: `Bearer ${account}`,
        'service-store': storeId,
      }
      return allowedFor(await fetch(`${service.url}/api/v1/store`, { headers }))
    }
    assert.deepEqual([await of(store.id), await of(other.id)], ['https://mia.example', null])
  })

  test('read the 401 of a key that is unknown, revoked or missing, rather than see a network error', async () => {
    const store = await aListing('https://clave.example')
    await service.sql`update api_keys set revoked_at = now() where prefix = ${store.key.slice(0, 12)}`
    for (const key of ['vit_nadie', store.key, '']) {
      const reply = await ask(key, '/api/v1/store', 'https://clave.example')
      assert.deepEqual([reply.status, allowedFor(reply)], [401, 'https://clave.example'], key)
      assert.match(reply.headers.get('vary')!, /origin/i)
    }
  })

  test('are stored as browsers send them, and nothing else is accepted', async () => {
    const store = await aStore(service)
    const saved = await list(store, [
      'https://Mía.example:443/',
      'https://xn--ma-nja.example',
      'http://localhost:5173',
    ])
    assert.deepEqual(saved.json.data.allowedOrigins, ['https://xn--ma-nja.example', 'http://localhost:5173'])
    const wrong = [
      '*', 'null', 'mitienda.example', 'https://a.example/tienda', 'https://ana@a.example', 'http://a.example',
      'https://*.a.example', 'https://a.example?x=1', 'file:///', 'javascript:alert(1)', '',
    ] // prettier-ignore
    for (const origin of wrong) {
      const { status, json } = await list(store, ['https://a.example', origin])
      assert.deepEqual([status, json.details.field], [400, 'allowedOrigins.1'], origin)
    }
    assert.equal(
      (
        await list(
          store,
          Array.from({ length: 21 }, (_, n) => `https://${n}.example`),
        )
      ).status,
      400,
    )
  })
})
