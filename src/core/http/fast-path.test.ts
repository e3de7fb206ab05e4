import assert from 'node:assert/strict'
import { channel } from 'node:diagnostics_channel'
import { once } from 'node:events'
import { connect } from 'node:net'
import { suite, test } from 'node:test'
import { startService, type Answer } from '../../../test/service.ts'
import { until } from '../../../test/until.ts'
import { aKey, aProduct, aStore } from '../../../test/world.ts'
import { revokeApiKey } from '../../api-keys/revoke.ts'
import { setBillingState } from '../../billing/change.ts'

const service = await startService({ PUBLIC_URL: 'https://tiendas.ejemplo' })
const ADDRESS = '/api/v1/products?limit=7'
const HTTPS = { 'x-forwarded-proto': 'https' }

/** How many requests came to the handler of a route. */
let handled = 0
channel('tracing:fastify.request.handler:start').subscribe(() => handled++)

const get = (key: string, headers: Record<string, string> = {}, address = ADDRESS) =>
  service.get(address, key, { ...HTTPS, ...headers })

const left = ({ headers }: Answer) => Number(headers.get('x-ratelimit-remaining'))

/** A store whose products were read, so that their body is kept; 99 requests of its key are left. */
async function aReadStore() {
  const store = await aStore(service)
  const product = await aProduct(service, store)
  assert.equal((await get(store.key)).status, 200)
  return { ...store, product }
}

async function isAnsweredFirst(work: () => Promise<unknown>): Promise<boolean> {
  const before = handled
  await work()
  return handled === before
}

suite('what is kept is answered first', () => {
  test('in the words of its route, 200 and 304', async () => {
    const { key } = await aReadStore()
    const etag = (await get(key)).headers.get('etag')!
    const conditions: Record<string, string>[] = [{}, { 'if-none-match': etag }]
    for (const [n, condition] of conditions.entries()) {
      const asked = { 'x-request-id': 'la-misma', ...HTTPS, ...condition }
      let first!: Answer
      assert.ok(await isAnsweredFirst(async () => (first = await get(key, asked))))
      const headers = { authorization: `Bearer ${key}`, ...asked }
      const routed = await service.app.inject({ url: ADDRESS, headers })
      assert.equal(first.status, routed.statusCode)
      assert.equal(first.text, routed.body)
      assert.deepEqual(told(Object.fromEntries(first.headers)), {
        ...told(routed.headers),
        'x-ratelimit-remaining': String(97 - 2 * n),
      })
    }
  })

  test('and counted once, as every request is, kept or not', async () => {
    const { key } = await aReadStore()
    const addresses = [
      ADDRESS,
      '/api/v1/products?limit=8',
      '/api/v1/products?limit=8',
      ADDRESS,
      '/api/v1/orders',
    ]
    for (const [n, address] of addresses.entries()) {
      assert.equal(left(await get(key, {}, address)), 98 - n, address)
    }
  })

  test('until the catalog changes', async () => {
    const { key, product } = await aReadStore()
    assert.ok(await isAnsweredFirst(() => get(key)))
    await service.put(`/api/v1/products/${product.id}`, { key, body: { price: 7 }, headers: HTTPS })
    let answer!: Answer
    assert.equal(await isAnsweredFirst(async () => (answer = await get(key))), false)
    assert.equal(answer.json.data[0].price, 7)
    assert.ok(await isAnsweredFirst(() => get(key)))
  })

  test('to the store that asks: another gets its own, also by the same address', async () => {
    const [one, other] = [await aReadStore(), await aReadStore()]
    for (const { key, product } of [one, other, one]) {
      assert.deepEqual(
        (await get(key)).json.data.map(({ id }: { id: string }) => id),
        [product.id],
      )
    }
    assert.equal((await get(one.key, { 'service-store': other.id })).status, 403)
    assert.equal((await get(one.key, { 'service-store': one.slug })).status, 200)
  })

  test('by a key of the account, of the store that it names', async () => {
    const store = await aReadStore()
    const other = await aStore(service, { ownerId: store.ownerId })
    const key = await aKey(service, { accountId: store.ownerId, scopes: ['products:read'] })
    assert.equal((await get(key)).status, 400)
    assert.equal((await get(key, { 'service-store': store.slug })).json.total, 1)
    assert.equal((await get(key, { 'service-store': other.slug })).json.total, 0)
  })

  test('to no key that may not read it', async () => {
    const store = await aReadStore()
    const { accountId, storeId } = { accountId: store.ownerId, storeId: store.id }
    const orders = await aKey(service, { accountId, storeId, scopes: ['orders:read'] })
    const answer = await get(orders)
    assert.equal(answer.status, 403)
    assert.deepEqual(answer.json.details, { requiredScope: 'products:read' })
    assert.equal(left(answer), 99)

    await setBillingState(service.sql, store.id, 'suspended')
    assert.equal((await get(store.key)).status, 402)
    await setBillingState(service.sql, store.id, 'active')
    assert.equal((await get(store.key)).status, 200)

    const [{ id }] = await service.sql<[{ id: string }]>`
      select id from api_keys where store_id = ${store.id} and 'products:read' = any(scopes)`
    await revokeApiKey(service.sql, id)
    assert.equal((await get(store.key)).status, 401)
    assert.equal((await get('')).status, 401)
    assert.equal((await get('nada')).status, 401)
  })

  test('up to the limit', async () => {
    const { key } = await aReadStore()
    const answers = await Promise.all(Array.from({ length: 100 }, () => get(key)))
    const refused = answers.filter(({ status }) => status !== 200)
    assert.deepEqual(
      refused.map(({ status, json }) => [status, json.code]),
      [[429, 'RATE_LIMIT_EXCEEDED']],
    )
    assert.ok(refused[0]!.headers.has('retry-after'))
  })

  test('over HTTPS only, where the service is to be asked so', async () => {
    const { key } = await aReadStore()
    assert.equal((await service.get(ADDRESS, key)).status, 301)
  })

  test('and is a use of the key', async () => {
    const store = await aReadStore()
    const accountId = store.ownerId
    const key = await aKey(service, { accountId, storeId: store.id, scopes: ['products:read'] })
    assert.ok(await isAnsweredFirst(() => get(key)))
    await until(async () => {
      const unused = await service.sql`
        select from api_keys where store_id = ${store.id} and last_used_at is null`
      return unused.length === 0
    })
  })

  test('though others leave before they have it', async () => {
    const { key } = await aReadStore()
    const port = Number(new URL(service.url).port)
    for (let i = 0; i < 30; i++) {
      const socket = connect(port, '127.0.0.1')
      await once(socket, 'connect')
      const request = `GET ${ADDRESS} HTTP/1.1\r\nhost: x\r\nx-forwarded-proto: https\r\nauthorization: Bearer ${key}\r\n\r\n`
      socket.write(request.repeat(2), () => socket.resetAndDestroy())
      await once(socket, 'close')
    }
    assert.equal((await get(key)).status, 200)
  })
})

/** The headers that tell something of the answer. */
function told(headers: Record<string, unknown>) {
  const { date: _date, connection: _connection, 'keep-alive': _keepAlive, ...rest } = headers
  return Object.fromEntries(Object.entries(rest).map(([name, value]) => [name, String(value)]))
}
