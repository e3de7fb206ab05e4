import assert from 'node:assert/strict'
import { suite, test } from 'node:test'
import { startService } from '../../../test/service.ts'
import { aProduct, aReview, aStore } from '../../../test/factories.ts'

const service = await startService()

suite('DELETE /api/v1/reviews/:id', () => {
  test('deletes the review and decrements its total', async () => {
    const store = await aStore(service)
    const product = await aProduct(service, store)
    const id = await aReview(service, store, product.id)
    await service.put(`/api/v1/reviews/${id}`, { key: store.key, body: { status: 'approved' } })

    const shown = await catalogVersion(store.id)
    const { status, json } = await service.delete(`/api/v1/reviews/${id}`, store.key)
    assert.deepEqual([status, json], [200, { data: { id, deleted: true } }])
    const list = await service.get('/api/v1/reviews', store.key)
    assert.deepEqual([list.json.data, list.json.total], [[], 0])
    assert.equal(await catalogVersion(store.id), shown + 1)
    assert.equal((await service.delete(`/api/v1/reviews/${id}`, store.key)).status, 404)
  })

  test('is 404 for the review of another store', async () => {
    const store = await aStore(service)
    const id = await aReview(service, store, (await aProduct(service, store)).id)
    const stranger = await aStore(service)
    assert.equal((await service.delete(`/api/v1/reviews/${id}`, stranger.key)).status, 404)
    assert.equal((await service.get('/api/v1/reviews', store.key)).json.total, 1)
  })

  test('needs a paid plan', async () => {
    const free = await aStore(service, { plan: 'free' })
    const { status, json } = await service.delete('/api/v1/reviews/nada', free.key)
    assert.deepEqual([status, json.feature], [403, 'reviewModeration'])
  })
})

async function catalogVersion(storeId: string) {
  const [row] = await service.sql<[{ version: number }]>`
    select catalog_version as version from stores where id = ${storeId}`
  return row.version
}
