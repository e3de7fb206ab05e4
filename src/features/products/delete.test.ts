import assert from 'node:assert/strict'
import { suite, test } from 'node:test'
import { startService } from '../../../test/service.ts'
import { anAddress, anOrder, aProduct, aStore, aWebhook, deliveriesOf } from '../../../test/factories.ts'

const service = await startService()

const remove = (store: { key: string }, id: string) => service.delete(`/api/v1/products/${id}`, store.key)

suite('DELETE /api/v1/products/:id', () => {
  test('200: it is in no response and can not be ordered, but its row is kept', async () => {
    const store = await aStore(service)
    const { id, variants } = await aProduct(service, store)
    const { status, json } = await remove(store, id)
    assert.equal(status, 200)
    assert.deepEqual(json, { data: { id, deleted: true } })
    const list = await service.get('/api/v1/products?status=all', store.key)
    assert.deepEqual([list.json.data, list.json.total], [[], 0])
    const body = anOrder(store, [{ variantId: variants[0]!.id, quantity: 1 }])
    assert.equal((await service.post('/api/orders', { headers: anAddress(), body })).status, 400)
    const deletedRows = await service.sql`select 1 from products where store_id = ${store.id} and id = ${id}`
    assert.equal(deletedRows.length, 1)
  })

  test("404 on a deleted, an unknown, or another store's product", async () => {
    const store = await aStore(service)
    const { id } = await aProduct(service, store)
    assert.equal((await remove(await aStore(service), id)).status, 404)
    assert.equal((await remove(store, id)).status, 200)
    assert.equal((await remove(store, id)).status, 404)
    assert.equal((await remove(store, 'ninguno')).status, 404)
  })

  test('403 without the scope', async () => {
    const store = await aStore(service, { scopes: ['products:read'] })
    const { id } = await aProduct(service, store)
    assert.equal((await remove(store, id)).status, 403)
  })

  test('concurrent deletes: one deletes it, updates the total and sends the event', async () => {
    const store = await aStore(service)
    const product = await aProduct(service, store, { isActive: false })
    await aProduct(service, store, { isActive: false })
    await aWebhook(service, store)
    const answers = await Promise.all(Array.from({ length: 6 }, () => remove(store, product.id)))
    assert.equal(answers.filter(({ status }) => status === 200).length, 1)
    assert.equal(answers.filter(({ status }) => status === 404).length, 5)
    assert.equal((await service.get('/api/v1/products?status=inactive', store.key)).json.total, 1)

    const [delivery, ...more] = await deliveriesOf(service, store)
    assert.deepEqual(more, [])
    const { deletedAt, ...payload } = delivery!.payload
    assert.deepEqual([delivery!.event, delivery!.subjectId], ['product.deleted', product.id])
    assert.deepEqual(payload, { id: product.id, slug: product.slug })
    assert.match(String(deletedAt), /^\d{4}-\d\d-\d\dT\d\d:\d\d:\d\d\.\d{3}Z$/)
  })
})
