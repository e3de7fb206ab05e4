import assert from 'node:assert/strict'
import { suite, test } from 'node:test'
import { startService } from '../../../test/service.ts'
import { aCategory, aProduct, aStore, aWebhook, deliveriesOf } from '../../../test/factories.ts'

const service = await startService()

const remove = (store: { key: string }, id: string) => service.delete(`/api/v1/categories/${id}`, store.key)

suite('DELETE /api/v1/categories/:id', () => {
  test('200: sets categoryId of its products to null, with one event each', async () => {
    const store = await aStore(service)
    const { id: categoryId } = await aCategory(service, store)
    const inside = await aProduct(service, store, { categoryId })
    const inactive = await aProduct(service, store, { categoryId, isActive: false })
    const outside = await aProduct(service, store, { categoryId: (await aCategory(service, store)).id })
    await aWebhook(service, store)
    const { status, json } = await remove(store, categoryId)
    assert.deepEqual([status, json], [200, { data: { id: categoryId, deleted: true } }])
    assert.equal((await service.get('/api/v1/categories', store.key)).json.total, 1)

    const { data } = (await service.get('/api/v1/products?status=all&sort=createdAt', store.key)).json
    assert.deepEqual(data[2], outside)
    for (const [n, before] of [inside, inactive].entries()) {
      assert.deepEqual(data[n], { ...before, categoryId: null, updatedAt: data[n]!.updatedAt })
      assert.ok(data[n].updatedAt > before.updatedAt)
    }
    const deliveries = await deliveriesOf(service, store)
    assert.deepEqual(
      new Map(deliveries.map(({ subjectId, payload }) => [subjectId, payload])),
      new Map([data[0], data[1]].map((product) => [product!.id, { ...product, modifierGroups: [] }])),
    )
    assert.equal(deliveries.length, 2)
    assert.ok(deliveries.every(({ event }) => event === 'product.updated'))
  })

  test("404 on a deleted, an unknown, or another store's category", async () => {
    const store = await aStore(service)
    const { id } = await aCategory(service, store)
    const { id: productId } = await aProduct(service, store, { categoryId: id })
    assert.equal((await remove(await aStore(service), id)).status, 404)
    const product = await service.get(`/api/v1/products/${productId}`, store.key)
    assert.equal(product.json.data.categoryId, id)
    assert.equal((await remove(store, id)).status, 200)
    assert.equal((await remove(store, id)).status, 404)
    assert.equal((await remove(store, 'ninguna')).status, 404)
  })

  test('leaves no product in it, even if some are added concurrently', async () => {
    const store = await aStore(service)
    for (let round = 0; round < 10; round++) {
      const { id: categoryId } = await aCategory(service, store)
      const create = (name: string) =>
        service.post('/api/v1/products', { key: store.key, body: { name, price: 1, categoryId } })
      const replies = await Promise.all([
        create(`Café ${round}`),
        create(`Té ${round}`),
        remove(store, categoryId),
        create(`Mate ${round}`),
      ])
      assert.ok(replies.every(({ status, json }) => status < 300 || json.details.field === 'categoryId'))
    }
    const { data } = (await service.get('/api/v1/products', store.key)).json
    assert.ok(data.every((product: { categoryId: string | null }) => product.categoryId === null))
  })
})
