import assert from 'node:assert/strict'
import { suite, test } from 'node:test'
import { startService } from '../../../test/service.ts'
import { aCategory, aStore } from '../../../test/factories.ts'

const service = await startService()

const post = (key: string, body: unknown, headers = {}) =>
  service.post('/api/v1/categories', { key, body, headers })

suite('POST /api/v1/categories', () => {
  test('201: has a Location and the same body as in the list', async () => {
    const store = await aStore(service)
    const { status, json, headers } = await post(store.key, { name: ' Cafés de origen ' })
    assert.equal(status, 201)
    const { id, createdAt, updatedAt, ...rest } = json.data
    assert.equal(headers.get('location'), `/api/v1/categories/${id}`)
    assert.deepEqual(rest, {
      name: 'Cafés de origen',
      slug: 'cafes-de-origen',
      position: 0,
      isActive: true,
      hours: null,
      productCount: 0,
    })
    assert.equal(createdAt, updatedAt)
    assert.deepEqual((await service.get('/api/v1/categories', store.key)).json.data, [json.data])
  })

  test('is last by default', async () => {
    const store = await aStore(service)
    await aCategory(service, store, { position: 7 })
    assert.equal((await post(store.key, { name: 'A' })).json.data.position, 8)
    assert.equal((await post(store.key, { name: 'B', position: 3 })).json.data.position, 3)
    assert.equal((await post(store.key, { name: 'C', isActive: false })).json.data.position, 9)
  })

  test('is at the maximum position after a category that has it', async () => {
    const store = await aStore(service)
    await aCategory(service, store, { position: 1_000_000 })
    assert.equal((await post(store.key, { name: 'Última' })).json.data.position, 1_000_000)
  })

  test('a name without Latin letters or digits gets a generated slug', async () => {
    const store = await aStore(service)
    assert.match((await post(store.key, { name: '🎁' })).json.data.slug, /^categoria-[a-z0-9]{8}$/)
    assert.equal((await post(store.key, { name: '🎁' })).status, 201)
  })

  test('409 on a slug in use, sent or generated, also for concurrent requests', async () => {
    const store = await aStore(service)
    const replies = await Promise.all(Array.from({ length: 8 }, () => post(store.key, { name: 'Té' })))
    assert.equal(replies.filter(({ status }) => status === 201).length, 1)
    const denied = replies.filter(({ status }) => status === 409)
    assert.equal(denied.length, 7)
    for (const { json } of denied) {
      assert.deepEqual([json.code, json.details], ['DUPLICATE_SLUG', { suggestion: 'te-2' }])
      assert.equal(json.error, 'Ya hay otra categoría con la dirección te; te-2 está libre')
    }
    assert.equal((await post(store.key, { name: 'Otra', slug: 'te' })).status, 409)
    assert.equal((await post((await aStore(service)).key, { name: 'Té' })).status, 201)
  })

  test('400 names the field and the reason', async () => {
    const { key } = await aStore(service)
    for (const [body, field, reason] of [
      [{}, 'name', 'required'],
      [{ name: '' }, 'name', 'min_length'],
      [{ name: 'a'.repeat(81) }, 'name', 'max_length'],
      [{ name: 'A', position: -1 }, 'position', 'minimum'],
      [{ name: 'A', position: 1.5 }, 'position', 'type'],
      [{ name: 'A', position: 1e7 }, 'position', 'maximum'],
      [{ name: 'A', slug: 'Té' }, 'slug', 'pattern'],
      [{ name: 'A', isActive: 'sí' }, 'isActive', 'type'],
      [{ name: 'A', productCount: 3 }, 'productCount', 'unknown_field'],
    ] as const) {
      const { status, json } = await post(key, body)
      assert.deepEqual([status, json.details.field, json.details.reason], [400, field, reason])
    }
  })

  test('403 past the cap of the plan, also for concurrent requests', async () => {
    const store = await aStore(service, { plan: 'free' })
    for (let n = 0; n < 9; n++) await aCategory(service, store)
    const replies = await Promise.all(['A', 'B', 'C'].map((name) => post(store.key, { name })))
    assert.equal(replies.filter(({ status }) => status === 201).length, 1)
    const { resource, limit, used } = replies.find(({ status }) => status === 403)!.json
    assert.deepEqual([resource, limit, used], ['categories', 10, 10])
  })

  test('403 without the scope; the same Idempotency-Key returns the first response', async () => {
    const reader = await aStore(service, { scopes: ['categories:read'] })
    assert.equal((await post(reader.key, { name: 'A' })).status, 403)
    const store = await aStore(service)
    const headers = { 'idempotency-key': 'una' }
    const first = await post(store.key, { name: 'A' }, headers)
    const again = await post(store.key, { name: 'A' }, headers)
    assert.deepEqual([again.status, again.json], [201, first.json])
    assert.equal((await service.get('/api/v1/categories', store.key)).json.total, 1)
  })
})
