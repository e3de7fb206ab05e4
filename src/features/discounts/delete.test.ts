import assert from 'node:assert/strict'
import { suite, test } from 'node:test'
import { startService } from '../../../test/service.ts'
import { aDiscount, anAddress, anOrder, aProduct, aStore } from '../../../test/factories.ts'

const service = await startService()

suite('DELETE /api/v1/discounts/:id', () => {
  test('deletes it once; its orders keep it and can still be cancelled', async () => {
    const store = await aStore(service)
    const { id } = await aDiscount(service, store, { code: 'ADIOS', value: 10 })
    const { variants } = await aProduct(service, store, { price: 50 })
    const body = { ...anOrder(store, [{ variantId: variants[0]!.id, quantity: 1 }]), discountCode: 'ADIOS' }
    const placed = await service.post('/api/orders', { headers: anAddress(), body })
    assert.equal(placed.status, 201, placed.text)

    const deleted = await service.delete(`/api/v1/discounts/${id}`, store.key)
    assert.deepEqual([deleted.status, deleted.json], [200, { data: { id, deleted: true } }])
    assert.equal((await service.delete(`/api/v1/discounts/${id}`, store.key)).status, 404)

    const path = `/api/v1/orders/${placed.json.id}` as const
    const cancelled = await service.put(path, { key: store.key, body: { status: 'cancelled' } })
    assert.deepEqual(cancelled.json.data.discount, { code: 'ADIOS', amount: 5 })
    const again = await service.post('/api/orders', { headers: anAddress(), body })
    assert.deepEqual([again.status, again.json.details.reason], [400, 'not_found'])
  })
})
