import assert from 'node:assert/strict'
import { suite, test } from 'node:test'
import { startService } from '../../../test/service.ts'
import { aKey, aShippingOption, aStore } from '../../../test/factories.ts'

const service = await startService()
const store = await aStore(service)

suite('GET /api/v1/shipping/:id', () => {
  test('returns the same object as the list', async () => {
    const { id } = await aShippingOption(service, store, { isActive: false })
    const { status, json } = await service.get(`/api/v1/shipping/${id}`, store.key)
    assert.equal(status, 200)
    assert.deepEqual([json.data], (await service.get('/api/v1/shipping', store.key)).json.data)
  })

  test('404 on an unknown or deleted shipping option', async () => {
    const { id } = await aShippingOption(service, store)
    await service.delete(`/api/v1/shipping/${id}`, store.key)
    for (const missing of [id, 'nada']) {
      const { status, json } = await service.get(`/api/v1/shipping/${missing}`, store.key)
      assert.deepEqual([status, json.code], [404, 'NOT_FOUND'])
    }
  })

  test('needs the scope of the list', async () => {
    const { id } = await aShippingOption(service, store)
    const key = await aKey(service, {
      storeId: store.id,
      accountId: store.ownerId,
      scopes: ['shipping:write'],
    })
    const { status, json } = await service.get(`/api/v1/shipping/${id}`, key)
    assert.deepEqual([status, json.details.requiredScope], [403, 'shipping:read'])
  })
})
