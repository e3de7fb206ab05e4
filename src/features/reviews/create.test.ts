import assert from 'node:assert/strict'
import { suite, test } from 'node:test'
import { startService } from '../../../test/service.ts'
import { anAddress, anOrder, aProduct, aReview, aStore } from '../../../test/factories.ts'

const service = await startService()
const store = await aStore(service)
const product = await aProduct(service, store)

const aBody = (overrides: Record<string, unknown> = {}) => {
  return {
    storeId: store.id,
    productId: product.id,
    name: 'Lucía',
    text: 'Muy rico',
    rating: 5,
    ...overrides,
  }
}
const post = (body: unknown, headers = anAddress()) => service.post('/api/reviews', { headers, body })

suite('POST /api/reviews', () => {
  test('stores the review as pending', async () => {
    const { status, json } = await post(aBody({ name: '  Lucía ', text: 'Rico.\r\nVolveré.' }))
    assert.equal(status, 201)
    const list = await service.get('/api/v1/reviews?status=pending', store.key)
    const review = list.json.data.find(({ id }: { id: string }) => id === json.id)
    assert.deepEqual(
      { ...review, createdAt: 0, updatedAt: 0 },
      {
        id: json.id,
        productId: product.id,
        productName: 'Café de altura',
        name: 'Lucía',
        text: 'Rico.\nVolveré.',
        rating: 5,
        status: 'pending',
        verifiedPurchase: false,
        createdAt: 0,
        updatedAt: 0,
      },
    )
  })

  test('400 on an invalid review', async () => {
    const hidden = await aProduct(service, store)
    await service.sql`update products set is_active = false where id = ${hidden.id}`
    const deleted = await aProduct(service, store)
    await service.sql`update products set deleted_at = now() where id = ${deleted.id}`
    const strange = await aProduct(service, await aStore(service))
    const wrong: [Record<string, unknown>, string, string][] = [
      [{ rating: 0 }, 'rating', 'minimum'],
      [{ rating: 6 }, 'rating', 'maximum'],
      [{ rating: 4.5 }, 'rating', 'type'],
      [{ rating: '5' }, 'rating', 'type'],
      [{ name: ' ' }, 'name', 'min_length'],
      [{ name: 'a'.repeat(81) }, 'name', 'max_length'],
      [{ text: '' }, 'text', 'min_length'],
      [{ text: 'a'.repeat(2001) }, 'text', 'max_length'],
      [{ text: 'a\0b' }, 'text', 'invalid'],
      [{ name: undefined }, 'name', 'required'],
      [{ text: undefined }, 'text', 'required'],
      [{ rating: undefined }, 'rating', 'required'],
      [{ productId: undefined }, 'productId', 'required'],
      [{ storeId: undefined }, 'storeId', 'required'],
      [{ status: 'approved' }, 'status', 'unknown_field'],
      [{ productId: 'nada' }, 'productId', 'not_found'],
      [{ productId: hidden.id }, 'productId', 'not_found'],
      [{ productId: deleted.id }, 'productId', 'not_found'],
      [{ productId: strange.id }, 'productId', 'not_found'],
    ]
    for (const [overrides, field, reason] of wrong) {
      const { status, json } = await post(aBody(overrides))
      assert.deepEqual([status, json.details.field, json.details.reason], [400, field, reason])
    }
  })

  test('404 on an unknown store, 402 on a suspended one', async () => {
    assert.equal((await post(aBody({ storeId: 'nada' }))).status, 404)
    const suspended = await aStore(service)
    const { id } = await aProduct(service, suspended)
    await service.sql`update stores set billing_state = 'suspended' where id = ${suspended.id}`
    for (const productId of [id, 'nada']) {
      const { status, json } = await post(aBody({ storeId: suspended.id, productId }))
      assert.equal(status, 402)
      assert.equal(json.upgradeUrl, `${service.app.panelUrl}/panel/t/${suspended.slug}/plan`)
    }
  })

  test('429 past three a day from an IP address, over all processes', async () => {
    const beside = await startService({}, service)
    const here = anAddress()
    for (const left of ['2', '1', '0']) {
      const { status, headers } = await post(aBody(), here)
      assert.deepEqual([status, headers.get('x-ratelimit-remaining')], [201, left])
    }
    const fourth = await beside.post('/api/reviews', { headers: here, body: aBody() })
    assert.equal(fourth.status, 429)
    assert.ok(Number(fourth.headers.get('retry-after')) > 86_000)
    const [{ persistence }] = await service.sql<[{ persistence: string }]>`
      select relpersistence as persistence from pg_class where relname = 'long_rate_hits'`
    assert.equal(persistence, 'p', 'the count outlives a crash')
  })

  test('counts a 404 towards the limit, but neither a 400 nor an idempotent replay', async () => {
    const here = anAddress()
    const remaining = async (body: unknown, headers = {}) => {
      const reply = await post(body, { ...here, ...headers })
      return [reply.status, reply.headers.get('x-ratelimit-remaining')]
    }
    assert.deepEqual(await remaining(aBody({ rating: 9 })), [400, '3'])
    assert.deepEqual(await remaining(aBody({ productId: 'nada' })), [400, '3'])
    assert.deepEqual(await remaining(aBody({ storeId: 'nada' })), [404, '2'])
    const key = { 'idempotency-key': 'mi-reseña'.normalize('NFD').replaceAll(/[^\x20-\x7e]/g, '') }
    assert.deepEqual(await remaining(aBody(), key), [201, '1'])
    assert.deepEqual(await remaining(aBody(), key), [201, '1'])
    assert.deepEqual(await remaining(aBody()), [201, '0'])
    assert.deepEqual(await remaining(aBody(), key), [201, '0'])
    assert.deepEqual(await remaining({}), [400, '0'])
    assert.deepEqual(await remaining(aBody(), { 'idempotency-key': 'otra' }), [429, '0'])
  })

  test('counts a body that is rejected unread: not JSON, or too large', async () => {
    const headers = anAddress()
    const replies = [
      await service.post('/api/reviews', {
        headers: { ...headers, 'content-type': 'text/plain' },
        body: 'a',
      }),
      await post(aBody({ text: 'a'.repeat(70_000) }), headers),
      await post(aBody({ text: 'a'.repeat(70_000) }), headers),
      await post(aBody({ text: 'a'.repeat(70_000) }), headers),
      await post(aBody(), headers),
    ]
    assert.deepEqual(
      replies.map((reply) => [reply.status, reply.headers.get('x-ratelimit-remaining')]),
      [
        [415, '2'],
        [413, '1'],
        [413, '0'],
        [429, '0'],
        [429, '0'],
      ],
    )
  })

  test('concurrent idempotent reviews do not starve each other', async () => {
    const replies = await Promise.all(
      Array.from({ length: 40 }, (_, n) =>
        post(aBody(), { ...anAddress(), 'idempotency-key': `a la vez ${n}` }),
      ),
    )
    assert.deepEqual(new Set(replies.map(({ status }) => status)), new Set([201]))
  })

  test('a purchase is verified by the tracking token of a confirmed order that has the product', async () => {
    const other = await aProduct(service, store)
    const placed = await service.post('/api/orders', {
      headers: anAddress(),
      body: anOrder(store, [{ variantId: product.variants[0]!.id, quantity: 1 }]),
    })
    const trackingToken = placed.json.trackingUrl.split('/').at(-1)
    const verified = async (productId: string) => {
      const id = await aReview(service, store, productId, { trackingToken })
      const list = await service.get(`/api/v1/reviews?productId=${productId}`, store.key)
      return list.json.data.find((review: { id: string }) => review.id === id)!.verifiedPurchase
    }
    assert.equal(await verified(product.id), false, 'not yet confirmed')
    await service.put(`/api/v1/orders/${placed.json.id}`, { key: store.key, body: { status: 'confirmed' } })
    assert.equal(await verified(product.id), true)
    assert.equal(await verified(other.id), false, 'another product')
  })
})
