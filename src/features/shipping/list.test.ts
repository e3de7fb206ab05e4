import assert from 'node:assert/strict'
import { suite, test } from 'node:test'
import { startService } from '../../../test/service.ts'
import { aShippingOption, aStore } from '../../../test/factories.ts'

const service = await startService()

suite('GET /api/v1/shipping', () => {
  test('lists by position, then name, inactive ones too, in pages', async () => {
    const store = await aStore(service)
    await aShippingOption(service, store, { name: 'Moto', position: 1 })
    await aShippingOption(service, store, { name: 'Correo', position: 1, isActive: false })
    await aShippingOption(service, store, { name: 'En tienda', position: 0, price: 0 })
    const { json } = await service.get('/api/v1/shipping', store.key)
    assert.deepEqual(
      json.data.map(({ name }: { name: string }) => name),
      ['En tienda', 'Correo', 'Moto'],
    )
    assert.deepEqual([json.total, json.limit, json.offset], [3, 50, 0])

    const page = await service.get('/api/v1/shipping?limit=1&offset=1', store.key)
    assert.deepEqual([page.json.data.length, page.json.data[0]!.name, page.json.total], [1, 'Correo', 3])
    const past = await service.get('/api/v1/shipping?offset=10', store.key)
    assert.deepEqual([past.json.data, past.json.total], [[], 3])
  })
})
