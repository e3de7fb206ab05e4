import assert from 'node:assert/strict'
import { suite, test } from 'node:test'
import { startService } from '../../../test/service.ts'
import { aCategory, aKey, aProduct, aStore } from '../../../test/factories.ts'

const service = await startService()
const store = await aStore(service)

suite('GET /api/v1/categories/:id', () => {
  test('returns the same object as the list', async () => {
    const { id } = await aCategory(service, store, { isActive: false })
    const { status, json } = await service.get(`/api/v1/categories/${id}`, store.key)
    assert.equal(status, 200)
    assert.deepEqual([json.data], (await service.get('/api/v1/categories', store.key)).json.data)
  })

  test('404 on an unknown or deleted category', async () => {
    const { id } = await aCategory(service, store)
    await service.delete(`/api/v1/categories/${id}`, store.key)
    for (const missing of [id, 'nada']) {
      const { status, json } = await service.get(`/api/v1/categories/${missing}`, store.key)
      assert.deepEqual([status, json.code], [404, 'NOT_FOUND'])
    }
  })

  test('304 until a product is added to the category', async () => {
    const { id } = await aCategory(service, store)
    const address = `/api/v1/categories/${id}` as const
    const etag = (await service.get(address, store.key)).headers.get('etag')!
    const again = () => service.get(address, store.key, { 'if-none-match': etag })
    assert.equal((await again()).status, 304)
    await aProduct(service, store, { categoryId: id })
    assert.equal((await again()).json.data.productCount, 1)
  })

  test('needs the scope of the list', async () => {
    const { id } = await aCategory(service, store)
    const key = await aKey(service, {
      storeId: store.id,
      accountId: store.ownerId,
      scopes: ['categories:write'],
    })
    const { status, json } = await service.get(`/api/v1/categories/${id}`, key)
    assert.deepEqual([status, json.details.requiredScope], [403, 'categories:read'])
  })
})
