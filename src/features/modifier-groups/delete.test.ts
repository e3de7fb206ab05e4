import assert from 'node:assert/strict'
import { suite, test } from 'node:test'
import { startService } from '../../../test/service.ts'
import { aModifierGroup, aProduct, aStore, aWebhook, deliveriesOf } from '../../../test/factories.ts'

const service = await startService()
const remove = (store: { key: string }, id: string) =>
  service.delete(`/api/v1/modifier-groups/${id}`, store.key)

suite('DELETE /api/v1/modifier-groups/:id', () => {
  test('takes it from its products, with one event each', async () => {
    const store = await aStore(service)
    const [extras, sauces] = [await aModifierGroup(service, store), await aModifierGroup(service, store)]
    const product = await aProduct(service, store, { modifierGroupIds: [extras.id, sauces.id] })
    await aProduct(service, store, { modifierGroupIds: [sauces.id] })
    await aWebhook(service, store)
    assert.deepEqual((await remove(store, extras.id)).json, { data: { id: extras.id, deleted: true } })
    const { data } = (await service.get(`/api/v1/products/${product.id}`, store.key)).json
    assert.deepEqual(data.modifierGroupIds, [sauces.id])
    const deliveries = await deliveriesOf(service, store)
    assert.deepEqual(
      deliveries.map(({ event, payload }) => [event, payload]),
      [['product.updated', data]],
    )
  })

  test('leaves no product with it, even if one gets it at the same time', async () => {
    const store = await aStore(service)
    for (let round = 0; round < 5; round++) {
      const group = await aModifierGroup(service, store)
      const body = { name: `Pizza ${round}`, price: 1, modifierGroupIds: [group.id] }
      const [made] = await Promise.all([
        service.post('/api/v1/products', { key: store.key, body }),
        remove(store, group.id),
      ])
      assert.ok(made.status === 201 || made.json.details.field === 'modifierGroupIds.0')
    }
    const { data } = (await service.get('/api/v1/products', store.key)).json
    assert.ok(
      data.every(({ modifierGroupIds }: { modifierGroupIds: string[] }) => modifierGroupIds.length === 0),
    )
  })
})
