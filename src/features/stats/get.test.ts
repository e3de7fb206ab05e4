import assert from 'node:assert/strict'
import { suite, test } from 'node:test'
import { aSale, insertSales } from '../../../test/sales.ts'
import { startService } from '../../../test/service.ts'
import { anAddress, aProduct, aStore } from '../../../test/factories.ts'

const service = await startService()

async function read(key: string, query: Record<string, string> = {}) {
  const { status, json, text } = await service.get(`/api/v1/stats?${new URLSearchParams(query)}`, key)
  assert.equal(status, 200, text)
  return json.data
}

suite('GET /api/v1/stats', () => {
  test('a new store has sold nothing', async () => {
    const store = await aStore(service)
    assert.deepEqual(await read(store.key), {
      storeId: store.id,
      currency: 'GTQ',
      totalOrders: 0,
      completedOrders: 0,
      revenue: 0,
      averageOrder: null,
      popularProducts: [],
      conversionRate: null,
    })
  })

  test("sums the orders in the store's currency, of all time or of an interval", async () => {
    const store = await aStore(service)
    const [coffee, mug] = [await aProduct(service, store), await aProduct(service, store, { name: 'Taza' })]
    await service.sql`update products set deleted_at = now() where id = ${mug.id}`
    await insertSales(service, store.id, [
      aSale({ total: '10.01', items: [{ productId: coffee.id, quantity: 2, subtotal: '12.5' }] }),
      aSale({
        total: '10',
        items: [{ productId: mug.id, quantity: 9, subtotal: '8' }],
        at: '2020-01-01T00:00:00Z',
      }),
      aSale({ total: '77', status: 'pending' }),
      aSale({ total: '78', status: 'cancelled' }),
      aSale({ total: '79', isTest: true }),
      aSale({ total: '5000', currency: 'CLP', items: [{ productId: mug.id, quantity: 99, subtotal: '1' }] }),
    ])
    const ever = await read(store.key)
    assert.deepEqual(
      [ever.totalOrders, ever.completedOrders, ever.revenue, ever.averageOrder],
      [4, 2, 20.01, 10.01],
    )
    const [first, second] = [
      { productId: mug.id, name: 'Taza', unitsSold: 9, revenue: 8 },
      { productId: coffee.id, name: 'Café de altura', unitsSold: 2, revenue: 12.5 },
    ]
    assert.deepEqual(ever.popularProducts, [first, second])

    const since = await read(store.key, { from: '2026-03-10T06:00:00-06:00' })
    assert.equal(since.from, '2026-03-10T12:00:00.000Z')
    assert.deepEqual([since.totalOrders, since.revenue, since.popularProducts], [3, 10.01, [second]])
    const until = await read(store.key, { to: '2026-03-10T12:00:00Z' })
    assert.deepEqual([until.totalOrders, until.revenue, until.popularProducts], [1, 10, [first]])
    const none = await read(store.key, { from: '2025-03-10T12:00:00Z', to: '2025-03-11T12:00:00Z' })
    assert.deepEqual([none.totalOrders, none.averageOrder, none.popularProducts], [0, null, []])
  })

  test('lists at most ten products', async () => {
    const store = await aStore(service)
    const products = await Promise.all(Array.from({ length: 12 }, () => aProduct(service, store)))
    const items = products.map(({ id }) => ({ productId: id, quantity: 1, subtotal: '1' }))
    await insertSales(service, store.id, [aSale({ items })])
    assert.equal((await read(store.key)).popularProducts.length, 10)
  })

  test('divides the sessions that ordered by the sessions that added to a cart', async () => {
    const store = await aStore(service)
    const send = (type: string, sessionId: string) =>
      service.post('/api/catalog/events', {
        headers: { ...anAddress(), origin: service.app.publicUrl },
        body: { storeId: store.id, type, sessionId },
      })
    await send('CHECKOUT_COMPLETED', 'a')
    assert.equal((await read(store.key)).conversionRate, null)
    for (const session of ['a', 'a', 'b', 'c']) await send('ADD_TO_CART', session)
    await send('CHECKOUT_COMPLETED', 'a')
    const from = '2020-01-01T00:00:00Z'
    assert.equal((await read(store.key)).conversionRate, 1 / 3)
    assert.equal((await read(store.key, { from })).conversionRate, 1 / 3)
    assert.equal((await read(store.key, { to: from })).conversionRate, null)
    for (const session of ['d', 'e', 'f']) await send('CHECKOUT_COMPLETED', session)
    assert.equal((await read(store.key)).conversionRate, 1)
  })

  test('400 on an invalid interval', async () => {
    const store = await aStore(service)
    for (const query of ['from=ayer', 'from=2026-01-01T00:00:00Z&to=2026-01-01T00:00:00Z']) {
      assert.equal((await service.get(`/api/v1/stats?${query}`, store.key)).status, 400)
    }
  })

  test('needs a paid plan', async () => {
    const free = await aStore(service, { plan: 'free' })
    const { status, json } = await service.get('/api/v1/stats', free.key)
    assert.deepEqual([status, json.code, json.feature], [403, 'PLAN_REQUIRED', 'advancedAnalytics'])
  })
})
