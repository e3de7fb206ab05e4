import assert from 'node:assert/strict'
import { suite, test } from 'node:test'
import { startService } from '../../../test/service.ts'
import { aProduct, aReview, aStore } from '../../../test/factories.ts'

const service = await startService()
const store = await aStore(service)
const product = await aProduct(service, store)

const put = (id: string, body: unknown, key = store.key) =>
  service.put(`/api/v1/reviews/${id}`, { key, body })

async function totals() {
  const of = async (status: string) =>
    (await service.get(`/api/v1/reviews?status=${status}`, store.key)).json.total
  return { pending: await of('pending'), approved: await of('approved'), rejected: await of('rejected') }
}

async function catalogVersion() {
  const [row] = await service.sql<[{ version: number }]>`
    select catalog_version as version from stores where id = ${store.id}`
  return row.version
}

suite('PUT /api/v1/reviews/:id', () => {
  test('approves and rejects from any state, and updates the totals', async () => {
    const id = await aReview(service, store, product.id)
    assert.deepEqual(await totals(), { pending: 1, approved: 0, rejected: 0 })
    for (const status of ['rejected', 'approved', 'approved', 'rejected']) {
      const reply = await put(id, { status })
      assert.deepEqual([reply.status, reply.json.data.status], [200, status])
      const { json } = await service.get(`/api/v1/reviews?status=${status}`, store.key)
      assert.deepEqual(json.data, [reply.json.data])
    }
    assert.deepEqual(await totals(), { pending: 0, approved: 0, rejected: 1 })
  })

  test('an equal status and an empty body change nothing', async () => {
    const id = await aReview(service, store, product.id)
    const before = (await put(id, { status: 'approved' })).json
    assert.deepEqual((await put(id, { status: 'approved' })).json, before)
    assert.deepEqual((await put(id, {})).json, before)
  })

  test('shows approved reviews in the storefront, and hides rejected ones', async () => {
    const id = await aReview(service, store, product.id)
    const versions = [await catalogVersion()]
    for (const status of ['rejected', 'approved', 'rejected']) {
      await put(id, { status })
      versions.push(await catalogVersion())
    }
    const [first = 0] = versions
    assert.deepEqual(versions, [first, first, first + 1, first + 2])
  })

  test('concurrent moderation keeps the totals correct', async () => {
    const before = await totals()
    const id = await aReview(service, store, product.id)
    await Promise.all(
      Array.from({ length: 10 }, (_, n) => put(id, { status: n % 2 ? 'approved' : 'rejected' })),
    )
    const after = await totals()
    assert.equal(after.approved + after.rejected, before.approved + before.rejected + 1)
    assert.equal(after.pending, before.pending)
  })

  test('400, 403 and 404', async () => {
    const id = await aReview(service, store, product.id)
    assert.equal((await put(id, { status: 'pending' })).status, 400)
    assert.equal((await put(id, { text: 'otro' })).status, 400)
    assert.equal((await put('nada', { status: 'approved' })).status, 404)
    assert.equal((await put(id, { status: 'approved' }, (await aStore(service)).key)).status, 404)

    const free = await aStore(service, { plan: 'free' })
    const denied = await put('nada', { status: 'approved' }, free.key)
    assert.deepEqual(
      [denied.status, denied.json.error, denied.json.code, denied.json.feature],
      [403, 'plan_required', 'PLAN_REQUIRED', 'reviewModeration'],
    )
    const reader = await aStore(service, { scopes: ['reviews:read'] })
    assert.equal((await put(id, {}, reader.key)).json.details.requiredScope, 'reviews:write')
  })
})
