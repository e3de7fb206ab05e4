import assert from 'node:assert/strict'
import { suite, test } from 'node:test'
import { startService } from '../../../test/service.ts'
import { aProduct, aReview, aStore } from '../../../test/factories.ts'

const service = await startService()
const store = await aStore(service)
const coffee = await aProduct(service, store)
const mug = await aProduct(service, store, { name: 'Taza' })
const ids: string[] = []
for (const { id } of [coffee, mug, coffee, mug, coffee]) ids.unshift(await aReview(service, store, id))
await service.put(`/api/v1/reviews/${ids[1]}`, { key: store.key, body: { status: 'approved' } })

async function list(query: string) {
  const { status, json } = await service.get(`/api/v1/reviews${query}`, store.key)
  assert.equal(status, 200)
  return { ids: json.data.map(({ id }: { id: string }) => id), total: json.total }
}

suite('GET /api/v1/reviews', () => {
  test('lists the newest first, page by page, with the total', async () => {
    assert.deepEqual(await list(''), { ids, total: 5 })
    assert.deepEqual(await list('?limit=2&offset=1'), { ids: ids.slice(1, 3), total: 5 })
    assert.deepEqual(await list('?offset=9'), { ids: [], total: 5 })
  })

  test('filters by status and by product, with the filtered total', async () => {
    assert.deepEqual(await list('?status=approved'), { ids: [ids[1]], total: 1 })
    assert.deepEqual(await list('?status=rejected'), { ids: [], total: 0 })
    assert.deepEqual(await list(`?productId=${mug.id}`), { ids: [ids[1], ids[3]], total: 2 })
    assert.deepEqual(await list(`?productId=${mug.id}&status=pending`), { ids: [ids[3]], total: 1 })
  })

  test('has the name of a deleted product', async () => {
    await service.sql`update products set deleted_at = now() where id = ${mug.id}`
    const { json } = await service.get(`/api/v1/reviews?productId=${mug.id}`, store.key)
    assert.equal(json.data[0]!.productName, 'Taza')
  })

  test('400 on an unknown status', async () => {
    assert.equal((await service.get('/api/v1/reviews?status=nuevo', store.key)).status, 400)
  })

  test('works on the free plan', async () => {
    const free = await aStore(service, { plan: 'free' })
    assert.equal((await service.get('/api/v1/reviews', free.key)).status, 200)
  })

  test('never shows another store its reviews', async () => {
    const stranger = await aStore(service)
    const { json } = await service.get(`/api/v1/reviews?productId=${coffee.id}`, stranger.key)
    assert.deepEqual([json.data, json.total], [[], 0])
  })
})
