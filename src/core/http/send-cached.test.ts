import assert from 'node:assert/strict'
import { once } from 'node:events'
import { connect } from 'node:net'
import { suite, test } from 'node:test'
import type { BodyAt } from '../../../test/body-types.ts'
import { startService, type Answer } from '../../../test/service.ts'
import { aKey, aProduct, aStore } from '../../../test/factories.ts'
import { revokeApiKey } from '../../features/api-keys/manage.ts'
import { setBillingState } from '../../features/billing/change.ts'

const service = await startService({ PUBLIC_URL: 'https://tiendas.ejemplo' })
const ADDRESS = '/api/v1/products?limit=7'
type Address = `/api/v1/products${string}`
const HTTPS = { 'x-forwarded-proto': 'https' }

const get = (key: string, headers: Record<string, string> = {}, address: Address = ADDRESS) =>
  service.get(address, key, { ...HTTPS, ...headers })

const left = ({ headers }: Answer) => Number(headers.get('x-ratelimit-remaining'))

/** A store whose products were read, so that their body is cached; 99 requests of its key are left. */
async function aReadStore() {
  const store = await aStore(service)
  const product = await aProduct(service, store)
  assert.equal((await get(store.key)).status, 200)
  return { ...store, product }
}

/** Changes the product without a new version: who is shown the old name got it from the cache. */
const changeUnseen = ({ product }: { product: { id: string } }) =>
  service.sql`update products set name = 'Nadie lo ve' where id = ${product.id}`

const nameIn = ({ json }: Answer<BodyAt<'GET', Address>>) => json.data[0]!.name

suite('a read of the catalog', () => {
  test('comes from the cache until the catalog changes', async () => {
    const store = await aReadStore()
    await changeUnseen(store)
    assert.equal(nameIn(await get(store.key)), 'Café de altura')
    await service.put(`/api/v1/products/${store.product.id}`, {
      key: store.key,
      body: { price: 7 },
      headers: HTTPS,
    })
    assert.equal(nameIn(await get(store.key)), 'Nadie lo ve')
  })

  test('has one cache entry for the same parameters in any order, and with unknown ones', async () => {
    const store = await aReadStore()
    const { headers } = await get(store.key)
    await changeUnseen(store)
    for (const more of ['&x=1', '&utm_source=a&utm_source=b', '&offset=0', '&status=active', '&%00=1']) {
      const response = await get(store.key, {}, `${ADDRESS}${more}`)
      assert.equal(nameIn(response), 'Café de altura', more)
      assert.equal(response.headers.get('etag'), headers.get('etag'))
    }
    assert.equal(nameIn(await get(store.key, {}, `${ADDRESS}&variants=all`)), 'Nadie lo ve')
    assert.equal(nameIn(await get(store.key, {}, '/api/v1/products?limit=8')), 'Nadie lo ve')
  })

  test('is 304 for a matching If-None-Match: the ETag, a weak ETag, or an asterisk', async () => {
    const { key } = await aReadStore()
    const etag = (await get(key)).headers.get('etag')!
    for (const known of [etag, `W/${etag}`, '*', `"x", ${etag}`]) {
      const { status, headers, text } = await get(key, { 'if-none-match': known })
      assert.deepEqual([status, text, headers.get('etag')], [304, '', etag], known)
    }
    assert.equal((await get(key, { 'if-none-match': '"x"' })).status, 200)
  })

  test('counts once towards the rate limit, cached or not', async () => {
    const { key } = await aReadStore()
    const addresses = [
      ADDRESS,
      '/api/v1/products?limit=8',
      '/api/v1/products?limit=8',
      ADDRESS,
      '/api/v1/orders',
    ]
    for (const [n, address] of addresses.entries()) {
      assert.equal(left(await service.get(address, key, HTTPS)), 98 - n, address)
    }
  })

  test('is separate for each store at the same address', async () => {
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

  test('is, with an account key, that of the selected store', async () => {
    const store = await aReadStore()
    const other = await aStore(service, { ownerId: store.ownerId })
    const key = await aKey(service, { accountId: store.ownerId, scopes: ['products:read'] })
    assert.equal((await get(key)).status, 400)
    assert.equal((await get(key, { 'service-store': store.slug })).json.total, 1)
    assert.equal((await get(key, { 'service-store': other.slug })).json.total, 0)
  })

  test('is 403 for a key without the scope, even if it is cached', async () => {
    const store = await aReadStore()
    const { accountId, storeId } = { accountId: store.ownerId, storeId: store.id }
    const orders = await aKey(service, { accountId, storeId, scopes: ['orders:read'] })
    const response = await get(orders)
    assert.equal(response.status, 403)
    assert.deepEqual(response.json.details, { requiredScope: 'products:read' })
    assert.equal(left(response), 99)

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

  test('is served up to the rate limit', async () => {
    const { key } = await aReadStore()
    const responses = await Promise.all(Array.from({ length: 100 }, () => get(key)))
    const rejected = responses.filter(({ status }) => status !== 200)
    assert.deepEqual(
      rejected.map(({ status, json }) => [status, json.code]),
      [[429, 'RATE_LIMIT_EXCEEDED']],
    )
    assert.ok(rejected[0]!.headers.has('retry-after'))
  })

  test('is served when other clients disconnect meanwhile', async () => {
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
