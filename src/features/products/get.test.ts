import assert from 'node:assert/strict'
import { suite, test } from 'node:test'
import { startService } from '../../../test/service.ts'
import { aProduct, aStore } from '../../../test/factories.ts'

const service = await startService()

suite('GET /api/v1/products/:id', () => {
  test('200 for an inactive product too', async () => {
    const store = await aStore(service)
    const { id } = await aProduct(service, store, { isActive: false })
    const read = await service.get(`/api/v1/products/${id}`, store.key)
    assert.equal(read.status, 200)
    assert.equal(read.json.data.isActive, false)
  })

  test("404 on an unknown, a deleted, or another store's product", async () => {
    const store = await aStore(service)
    const { id } = await aProduct(service, store)
    assert.equal((await service.get('/api/v1/products/ninguno', store.key)).status, 404)
    assert.equal((await service.get(`/api/v1/products/${id}`, (await aStore(service)).key)).status, 404)
    await service.delete(`/api/v1/products/${id}`, store.key)
    const { status, json } = await service.get(`/api/v1/products/${id}`, store.key)
    assert.equal(status, 404)
    assert.equal(json.code, 'NOT_FOUND')
  })

  test('400 on a value of variants other than active and all', async () => {
    const store = await aStore(service)
    const { id } = await aProduct(service, store)
    const refused = await service.get(`/api/v1/products/${id}?variants=ninguna`, store.key)
    assert.equal(refused.status, 400)
    assert.equal(refused.json.details.reason, 'enum')
  })

  test('304 until the product changes, then a new ETag', async () => {
    const store = await aStore(service)
    const { id } = await aProduct(service, store)
    const path = `/api/v1/products/${id}` as const
    const etag = (await service.get(path, store.key)).headers.get('etag')!
    assert.match(etag, /^"[^"]+"$/)
    const same = await service.get(path, store.key, { 'if-none-match': etag })
    assert.equal(same.status, 304)
    assert.equal(same.text, '')

    await service.put(path, { key: store.key, body: { price: 101 } })
    const changed = await service.get(path, store.key, { 'if-none-match': etag })
    assert.equal(changed.status, 200)
    assert.equal(changed.json.data.price, 101)
    assert.equal(changed.json.data.variants[0]!.price, 101)
    assert.notEqual(changed.headers.get('etag'), etag)
  })

  test('403 without the scope', async () => {
    const store = await aStore(service, { scopes: ['products:write'] })
    const { id } = await aProduct(service, store)
    assert.equal((await service.get(`/api/v1/products/${id}`, store.key)).status, 403)
  })
})
