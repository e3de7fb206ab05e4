import assert from 'node:assert/strict'
import { suite, test } from 'node:test'
import { startService } from '../../../test/service.ts'
import { aModifierGroup, aProduct, aStore } from '../../../test/factories.ts'

const service = await startService()

suite('GET /api/v1/modifier-groups', () => {
  test('lists groups by name in pages, with how many products have each, without deleted ones', async () => {
    const store = await aStore(service)
    const [sauces, extras] = [
      await aModifierGroup(service, store, { name: 'Salsas' }),
      await aModifierGroup(service, store, { name: 'Extras' }),
    ]
    await aProduct(service, store, { modifierGroupIds: [sauces.id, extras.id] })
    await aProduct(service, store, { modifierGroupIds: [extras.id], isActive: false })
    const gone = await aProduct(service, store, { modifierGroupIds: [extras.id] })
    await service.delete(`/api/v1/products/${gone.id}`, store.key)

    const { json } = await service.get('/api/v1/modifier-groups', store.key)
    assert.deepEqual(json, {
      data: [
        { ...extras, productCount: 2 },
        { ...sauces, productCount: 1 },
      ],
      total: 2,
      limit: 50,
      offset: 0,
    })
    const second = await service.get('/api/v1/modifier-groups?limit=1&offset=1', store.key)
    assert.deepEqual([second.json.data[0]!.id, second.json.total], [sauces.id, 2])
  })
})
