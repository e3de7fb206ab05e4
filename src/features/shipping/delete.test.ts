import assert from 'node:assert/strict'
import { suite, test } from 'node:test'
import { startService } from '../../../test/service.ts'
import { anAddress, anOrder, aProduct, aShippingOption, aStore } from '../../../test/factories.ts'

const service = await startService()

suite('DELETE /api/v1/shipping/:id', () => {
  test('deletes it once; orders keep their shipping', async () => {
    const store = await aStore(service)
    const { id } = await aShippingOption(service, store, { name: 'Moto', price: 20 })
    const { variants } = await aProduct(service, store)
    const body = { ...anOrder(store, [{ variantId: variants[0]!.id, quantity: 1 }]), shippingOptionId: id }
    const placed = await service.post('/api/orders', { headers: anAddress(), body })
    assert.equal(placed.status, 201, placed.text)

    const deleted = await service.delete(`/api/v1/shipping/${id}`, store.key)
    assert.equal(deleted.status, 200)
    assert.deepEqual(deleted.json, { data: { id, deleted: true } })
    assert.equal((await service.delete(`/api/v1/shipping/${id}`, store.key)).status, 404)
    assert.equal((await service.get('/api/v1/shipping', store.key)).json.total, 0)
    const order = await service.get(`/api/v1/orders/${placed.json.id}`, store.key)
    assert.deepEqual(order.json.data.shippingOption, { name: 'Moto', price: 20, area: null })
  })
})
