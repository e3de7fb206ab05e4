import assert from 'node:assert/strict'
import { suite, test } from 'node:test'
import { startService } from '../../../test/service.ts'
import { aCategory, aProduct, aStore } from '../../../test/factories.ts'

const service = await startService()

const put = (store: { key: string }, id: string, body: unknown) =>
  service.put(`/api/v1/categories/${id}`, { key: store.key, body })

suite('PUT /api/v1/categories/:id', () => {
  test('200: changes only the fields sent', async () => {
    const store = await aStore(service)
    const before = await aCategory(service, store, { name: 'Cafés', slug: 'cafes' })
    await aProduct(service, store, { categoryId: before.id })
    const { status, json } = await put(store, before.id, { name: 'Tés', position: 4, isActive: false })
    assert.equal(status, 200)
    const { updatedAt } = json.data
    const changed = { ...before, name: 'Tés', position: 4, isActive: false, productCount: 1, updatedAt }
    assert.deepEqual(json.data, changed)
    assert.ok(updatedAt > before.updatedAt)
    assert.deepEqual((await service.get('/api/v1/categories', store.key)).json.data, [changed])
  })

  test('200 on equal values, and the cached list stays valid', async () => {
    const store = await aStore(service)
    const before = await aCategory(service, store)
    for (const body of [{}, { name: before.name, slug: before.slug, position: before.position }]) {
      const { status, json } = await put(store, before.id, body)
      assert.deepEqual([status, json.data], [200, before])
    }
    const [{ version }] = await service.sql<[{ version: number }]>`
      select catalog_version as version from stores where id = ${store.id}`
    assert.equal(version, 2)
  })

  test('409 on a slug in use, with a free alternative', async () => {
    const store = await aStore(service)
    await aCategory(service, store, { slug: 'te' })
    const { id } = await aCategory(service, store, { slug: 'cafe' })
    const { status, json } = await put(store, id, { slug: 'te' })
    assert.deepEqual([status, json.code, json.details], [409, 'DUPLICATE_SLUG', { suggestion: 'te-2' }])
    assert.equal((await put(store, id, { slug: 'te-2' })).json.data.slug, 'te-2')
  })

  test('400 on unknown or invalid fields; 403 without the scope', async () => {
    const store = await aStore(service)
    const { id } = await aCategory(service, store)
    assert.equal((await put(store, id, { name: null })).json.details.reason, 'type')
    assert.equal((await put(store, id, { color: 'rojo' })).json.details.reason, 'unknown_field')
    const reader = await aStore(service, { scopes: ['categories:read'] })
    assert.equal((await put(reader, (await aCategory(service, reader)).id, {})).status, 403)
  })
})
