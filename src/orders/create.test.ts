import assert from 'node:assert/strict'
import { suite, test } from 'node:test'
import { startService } from '../../test/service.ts'
import { anAddress, anOrder, aProduct, aStore } from '../../test/world.ts'

const service = await startService()

suite('POST /api/orders', () => {
  test('stores the order at the prices of the server', async () => {
    const store = await aStore(service)
    const { variants } = await aProduct(service, store, { price: 19.9 })
    const placed = await service.post('/api/orders', {
      headers: anAddress(),
      body: anOrder(store, [{ variantId: variants[0]!.id, quantity: 3 }]),
    })
    assert.equal(placed.status, 201, placed.text)

    const read = await service.get(`/api/v1/orders/${placed.json.id}`, store.key)
    assert.equal(read.json.data.total, 59.7)
  })
})
