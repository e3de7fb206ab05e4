import assert from 'node:assert/strict'
import { suite, test } from 'node:test'
import { startService } from '../../../test/service.ts'
import { aCategory, aProduct, aStore, aWebhook, deliveriesOf } from '../../../test/factories.ts'

const service = await startService()

type Shop = { id: string; key: string }

const remove = (store: Shop, id: string) => service.delete(`/api/v1/products/${id}`, store.key)
const restore = (store: Shop, id: string, headers = {}) =>
  service.post(`/api/v1/products/${id}/restore`, { key: store.key, headers })
const wasDeleted = (store: Shop, id: string, ago: string) => service.sql`
  update products set deleted_at = now() - ${ago}::interval where store_id = ${store.id} and id = ${id}`

suite('POST /api/v1/products/:id/restore', () => {
  test('200: restores it unchanged, updates the total, and sends product.updated', async () => {
    const store = await aStore(service)
    const before = await aProduct(service, store, { variants: [{ name: 'S' }, { name: 'M', price: 3 }] })
    await remove(store, before.id)
    await aWebhook(service, store)
    const { status, json } = await restore(store, before.id)
    assert.equal(status, 200)
    assert.deepEqual(json.data, { ...before, updatedAt: json.data.updatedAt, modifierGroups: [] })
    assert.ok(json.data.updatedAt > before.updatedAt)
    const list = await service.get('/api/v1/products', store.key)
    assert.deepEqual([list.json.data, list.json.total], [[{ ...before, updatedAt: json.data.updatedAt }], 1])
    assert.deepEqual(await deliveriesOf(service, store), [
      { event: 'product.updated', subjectId: before.id, payload: json.data },
    ])
  })

  test('200 on a product that is not deleted, without an event', async () => {
    const store = await aStore(service)
    const before = await aProduct(service, store)
    await aWebhook(service, store)
    const { status, json } = await restore(store, before.id)
    assert.equal(status, 200)
    assert.deepEqual(json.data, { ...before, modifierGroups: [] })
    assert.equal((await service.get('/api/v1/products', store.key)).json.total, 1)
    assert.deepEqual(await deliveriesOf(service, store), [])
  })

  test("404 after 30 days, on an unknown product and on another store's", async () => {
    const store = await aStore(service)
    const { id } = await aProduct(service, store)
    await remove(store, id)
    assert.equal((await restore(await aStore(service), id)).status, 404)
    assert.equal((await restore(store, 'ninguno')).status, 404)
    await wasDeleted(store, id, '30 days 1 second')
    assert.equal((await restore(store, id)).status, 404)
    await wasDeleted(store, id, '29 days 23 hours')
    assert.equal((await restore(store, id)).status, 200)
  })

  test('409 with a free alternative when its slug was taken meanwhile', async () => {
    const store = await aStore(service)
    const { id } = await aProduct(service, store, { slug: 'cafe' })
    await remove(store, id)
    const { id: taker } = await aProduct(service, store, { slug: 'cafe' })
    const refused = await restore(store, id)
    assert.equal(refused.status, 409)
    assert.deepEqual([refused.json.code, refused.json.details], ['DUPLICATE_SLUG', { suggestion: 'cafe-2' }])
    assert.equal(refused.json.error, 'Ya hay otro producto con la dirección cafe; cafe-2 está libre')
    await remove(store, taker)
    assert.equal((await restore(store, id)).status, 200)
  })

  test('403 past the cap of the plan, also for concurrent requests', async () => {
    const store = await aStore(service, { plan: 'free' })
    const products = []
    for (let n = 0; n < 50; n++) products.push(await aProduct(service, store))
    const [one, two, three] = products.map(({ id }) => id) as [string, string, string]
    for (const id of [one, two, three]) await remove(store, id)
    await aProduct(service, store)
    await aProduct(service, store)
    const answers = await Promise.all([one, two, three].map((id) => restore(store, id)))
    assert.equal(answers.filter(({ status }) => status === 200).length, 1)
    const refused = answers.find(({ status }) => status === 403)!
    assert.deepEqual([refused.json.code, refused.json.used], ['PLAN_LIMIT_REACHED', 50])
    assert.equal((await service.get('/api/v1/products', store.key)).json.total, 50)
  })

  test('has no category when its category was deleted', async () => {
    const store = await aStore(service)
    const { id: categoryId } = await aCategory(service, store)
    const { id } = await aProduct(service, store, { categoryId })
    await remove(store, id)
    await service.delete(`/api/v1/categories/${categoryId}`, store.key)
    assert.equal((await restore(store, id)).json.data.categoryId, null)
  })

  test('concurrent deletes and restores leave a consistent state', async () => {
    const store = await aStore(service)
    const { id } = await aProduct(service, store)
    const answers = await Promise.all(
      Array.from({ length: 12 }, (_, n) => (n % 2 ? restore(store, id) : remove(store, id))),
    )
    assert.ok(answers.every(({ status }) => status === 200 || status === 404))
    const { data, total } = (await service.get('/api/v1/products', store.key)).json
    assert.equal(total, data.length)
  })

  test('403 without the scope; the same Idempotency-Key returns the first response', async () => {
    const reader = await aStore(service, { scopes: ['products:read'] })
    assert.equal((await restore(reader, (await aProduct(service, reader)).id)).status, 403)
    const store = await aStore(service)
    const { id } = await aProduct(service, store)
    await remove(store, id)
    const headers = { 'idempotency-key': 'vuelve' }
    const first = await restore(store, id, headers)
    await remove(store, id)
    const again = await restore(store, id, headers)
    assert.deepEqual([again.status, again.json], [200, first.json])
    assert.equal(again.headers.get('idempotent-replayed'), 'true')
  })
})
