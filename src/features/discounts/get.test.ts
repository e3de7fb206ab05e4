import assert from 'node:assert/strict'
import { suite, test } from 'node:test'
import { startService } from '../../../test/service.ts'
import { aDiscount, aKey, aStore } from '../../../test/factories.ts'

const service = await startService()
const store = await aStore(service)

suite('GET /api/v1/discounts/:id', () => {
  test('returns the same object as the list', async () => {
    const { id } = await aDiscount(service, store, { isActive: false })
    const { status, json } = await service.get(`/api/v1/discounts/${id}`, store.key)
    assert.equal(status, 200)
    assert.deepEqual([json.data], (await service.get('/api/v1/discounts', store.key)).json.data)
  })

  test('404 on an unknown or deleted discount', async () => {
    const { id } = await aDiscount(service, store)
    await service.delete(`/api/v1/discounts/${id}`, store.key)
    for (const missing of [id, 'nada']) {
      const { status, json } = await service.get(`/api/v1/discounts/${missing}`, store.key)
      assert.deepEqual([status, json.code], [404, 'NOT_FOUND'])
    }
  })

  test('needs the scope of the list', async () => {
    const { id } = await aDiscount(service, store)
    const key = await aKey(service, {
      storeId: store.id,
      accountId: store.ownerId,
      scopes: ['discounts:write'],
    })
    const { status, json } = await service.get(`/api/v1/discounts/${id}`, key)
    assert.deepEqual([status, json.details.requiredScope], [403, 'discounts:read'])
  })
})
