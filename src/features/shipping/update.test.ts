import assert from 'node:assert/strict'
import { suite, test } from 'node:test'
import { startService } from '../../../test/service.ts'
import { aShippingOption, aStore } from '../../../test/factories.ts'

const service = await startService()

suite('PUT /api/v1/shipping/:id', () => {
  test('changes only the fields sent; null clears a text', async () => {
    const store = await aStore(service)
    const made = await aShippingOption(service, store, { description: 'Ciudad', estimatedDelivery: '1 día' })
    const body = { price: 12.25, description: null, isActive: false }
    const changed = await service.put(`/api/v1/shipping/${made.id}`, { key: store.key, body })
    assert.equal(changed.status, 200, changed.text)
    const { updatedAt } = changed.json.data
    assert.deepEqual(changed.json.data, { ...made, ...body, updatedAt })
    assert.ok(updatedAt >= made.updatedAt)
  })

  test('200 on an empty body or equal values, and nothing changes', async () => {
    const store = await aStore(service)
    const made = await aShippingOption(service, store)
    for (const body of [{}, { name: ` ${made.name}`, price: made.price, description: '' }]) {
      const same = await service.put(`/api/v1/shipping/${made.id}`, { key: store.key, body })
      assert.equal(same.status, 200)
      assert.deepEqual(same.json.data, made)
    }
  })

  test('400 on null in a field that is not nullable, too many digits, or an id', async () => {
    const store = await aStore(service, { currency: 'CLP' })
    const { id } = await aShippingOption(service, store, { price: 3500 })
    const bad = [
      [{ name: null }, 'name', 'type'],
      [{ position: null }, 'position', 'type'],
      [{ price: 3500.5 }, 'price', 'invalid'],
      [{ id: 'otra' }, 'id', 'unknown_field'],
    ] as const
    for (const [body, field, reason] of bad) {
      const refused = await service.put(`/api/v1/shipping/${id}`, { key: store.key, body })
      assert.equal(refused.status, 400)
      assert.deepEqual([refused.json.details.field, refused.json.details.reason], [field, reason])
    }
  })
})
