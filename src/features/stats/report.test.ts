import assert from 'node:assert/strict'
import { suite, test } from 'node:test'
import { aSale, insertSales } from '../../../test/sales.ts'
import { startService } from '../../../test/service.ts'
import { anAddress, anOrder, aProduct, aStore } from '../../../test/factories.ts'

const service = await startService()

async function read(key: string, query: Record<string, string>) {
  const { status, json, text } = await service.get(`/api/v1/stats/report?${new URLSearchParams(query)}`, key)
  assert.equal(status, 200, text)
  return json.data
}
const custom = (from: string, to: string) => ({ period: 'custom', from, to })

suite('GET /api/v1/stats/report', () => {
  test('reports the last 7 days by default', async () => {
    const store = await aStore(service, { currency: 'CLP', plan: 'free' })
    const report = await read(store.key, {})
    assert.equal(Date.parse(report.to) - Date.parse(report.from), 7 * 86_400_000)
    assert.ok(Math.abs(Date.parse(report.to) - Date.now()) < 60_000)
    const { from: _from, to: _to, visitors, conversion, attribution, ...rest } = report
    assert.deepEqual(rest, {
      storeId: store.id,
      storeCurrency: 'CLP',
      timeZone: 'America/Santiago',
      timeZoneSource: 'CURRENCY_DERIVED',
      rangeKind: 'ROLLING',
      dateBasis: 'ORDER_CREATED_AT',
      state: 'AVAILABLE',
      currencies: [],
      dailyCompleted: [],
      topProducts: [],
      ranking: 'COMPLETED_ORDER_ITEM_QUANTITY_DESC',
    })
    for (const { state, value, reason } of [visitors, conversion, attribution]) {
      assert.deepEqual([state, value, typeof reason], ['UNAVAILABLE', null, 'string'])
    }
  })

  test('counts an order by its status after each change', async () => {
    const store = await aStore(service)
    const product = await aProduct(service, store, { price: 19.9 })
    const body = anOrder(store, [{ variantId: product.variants[0]!.id, quantity: 3 }])
    const placed = await service.post('/api/orders', { headers: anAddress(), body })
    const seen = []
    for (const status of [undefined, 'confirmed', 'shipped', 'cancelled']) {
      await service.put(`/api/v1/orders/${placed.json.id}`, {
        key: store.key,
        body: status ? { status } : {},
      })
      const { currencies, topProducts } = await read(store.key, {})
      seen.push([currencies[0]!.pendingAmount, currencies[0]!.confirmedRevenue, topProducts[0]?.unitsSold])
    }
    assert.deepEqual(seen, [
      ['59.70', '0.00', undefined],
      ['0.00', '59.70', 3],
      ['0.00', '59.70', 3],
      ['0.00', '0.00', undefined],
    ])
  })

  test('takes from inclusive and to exclusive, as instants with offsets', async () => {
    const store = await aStore(service)
    const at = [
      '2026-03-10T05:59:59.999Z',
      '2026-03-10T06:00:00.000Z',
      '2026-03-11T05:59:59.999Z',
      '2026-03-11T06:00:00.000Z',
    ]
    await insertSales(service, store.id, at.map((at, n) => aSale({ at, total: String(10 ** n) }))) // prettier-ignore
    const report = await read(store.key, custom('2026-03-10T00:00:00-06:00', '2026-03-11T00:00:00-06:00'))
    assert.equal(report.currencies[0]!.confirmedRevenue, '110.00')
    assert.deepEqual(
      [report.from, report.to, report.rangeKind],
      ['2026-03-10T06:00:00.000Z', '2026-03-11T06:00:00.000Z', 'CUSTOM'],
    )
    const instant = custom('2026-03-10T06:00:00.000Z', '2026-03-10T06:00:00.001Z')
    assert.equal((await read(store.key, instant)).currencies[0]!.confirmedRevenue, '10.00')
  })

  test('groups orders by day of the time zone, across a daylight-saving change', async () => {
    const store = await aStore(service, { currency: 'CLP' })
    // On 5 April 2026 at 03:00 UTC clocks in Santiago go from 24:00 back to 23:00 of the 4th.
    const at = [
      '2026-04-05T02:59:00Z',
      '2026-04-05T03:00:00Z',
      '2026-04-05T03:59:59.999Z',
      '2026-04-05T04:00:00Z',
    ]
    await insertSales(service, store.id, at.map((at) => aSale({ at, currency: 'CLP', total: '1000' }))) // prettier-ignore
    const days = async (timeZone?: string) => {
      const query = {
        ...custom('2026-04-01T00:00:00Z', '2026-05-01T00:00:00Z'),
        ...(timeZone && { timeZone }),
      }
      const { dailyCompleted, timeZoneSource } = await read(store.key, query)
      assert.equal(timeZoneSource, timeZone ? 'REQUEST' : 'CURRENCY_DERIVED')
      return dailyCompleted.map(({ day, orders }: { day: string; orders: number }) => [day, orders])
    }
    assert.deepEqual(await days(), [['2026-04-04', 3], ['2026-04-05', 1]]) // prettier-ignore
    assert.deepEqual(await days('UTC'), [['2026-04-05', 4]])
    assert.deepEqual(await days('Asia/Kathmandu'), [['2026-04-05', 4]])
    assert.deepEqual(await days('Pacific/Kiritimati'), [['2026-04-05', 4]])
    assert.deepEqual(await days('America/New_York'), [['2026-04-04', 3], ['2026-04-05', 1]]) // prettier-ignore
  })

  test('keeps currencies apart, leaves test orders out, and rounds the average half up', async () => {
    const store = await aStore(service, { currency: 'MXN' })
    await insertSales(service, store.id, [
      aSale({ currency: 'MXN', total: '10.01' }),
      aSale({ currency: 'MXN', total: '10', status: 'delivered' }),
      aSale({ currency: 'MXN', total: '7.5', status: 'pending' }),
      aSale({ currency: 'MXN', total: '3', status: 'cancelled' }),
      aSale({ currency: 'MXN', total: '900', isTest: true }),
      aSale({ currency: 'CLP', total: '4990', status: 'pending' }),
    ])
    const report = await read(store.key, custom('2026-03-01T00:00:00Z', '2026-04-01T00:00:00Z'))
    assert.deepEqual(report.currencies, [
      {
        currency: 'CLP',
        realOrders: 1,
        completedOrders: 0,
        pendingOrders: 1,
        cancelledOrders: 0,
        confirmedRevenue: '0',
        pendingAmount: '4990',
        averageCompletedOrder: null,
      },
      {
        currency: 'MXN',
        realOrders: 4,
        completedOrders: 2,
        pendingOrders: 1,
        cancelledOrders: 1,
        confirmedRevenue: '20.01',
        pendingAmount: '7.50',
        averageCompletedOrder: '10.01',
      },
    ])
    assert.deepEqual(report.dailyCompleted, [
      { day: '2026-03-10', currency: 'MXN', orders: 2, confirmedRevenue: '20.01' },
    ])
  })

  test('ranks products by units sold, deleted products included, products of other stores excluded', async () => {
    const store = await aStore(service)
    const few = await aProduct(service, store)
    const many = await aProduct(service, store)
    const deleted = await aProduct(service, store)
    const stranger = await aProduct(service, await aStore(service))
    await service.sql`update products set deleted_at = now() where id = ${deleted.id}`
    const item = (productId: string, quantity: number, subtotal: string) => ({
      productId,
      quantity,
      subtotal,
    })
    await insertSales(service, store.id, [
      aSale({ items: [item(few.id, 1, '500.5'), item(many.id, 5, '5')] }),
      aSale({
        items: [item(deleted.id, 3, '30'), item(stranger.id, 99, '99'), item('desaparecido', 99, '99')],
      }),
      aSale({ items: [item(few.id, 1, '20')], currency: 'USD' }),
      aSale({ items: [item(few.id, 50, '50')], status: 'pending' }),
    ])
    const range = custom('2026-03-01T00:00:00Z', '2026-04-01T00:00:00Z')
    const { topProducts } = await read(store.key, range)
    assert.deepEqual(topProducts.slice(0, 2), [
      { productId: many.id, currency: 'GTQ', unitsSold: 5, grossItemSales: '5.00' },
      { productId: deleted.id, currency: 'GTQ', unitsSold: 3, grossItemSales: '30.00' },
    ])
    assert.deepEqual(topProducts.slice(2), [
      { productId: few.id, currency: 'GTQ', unitsSold: 1, grossItemSales: '500.50' },
      { productId: few.id, currency: 'USD', unitsSold: 1, grossItemSales: '20.00' },
    ])
    assert.equal((await read(store.key, { ...range, limit: '1' })).topProducts.length, 1)
  })

  test('400 on an invalid interval, time zone or limit', async () => {
    const store = await aStore(service)
    const from = '2026-01-01T00:00:00Z'
    const wrong: [Record<string, string>, string, string][] = [
      [{ period: '14d' }, 'period', 'enum'],
      [{ period: 'custom' }, 'from', 'required'],
      [{ period: 'custom', from }, 'to', 'required'],
      [{ from }, 'from', 'invalid'],
      [{ period: '30d', to: from }, 'to', 'invalid'],
      [custom(from, from), 'to', 'invalid'],
      [custom(from, '2025-01-01T00:00:00Z'), 'to', 'invalid'],
      [custom(from, '2026-04-01T00:00:00.001Z'), 'to', 'maximum'],
      [custom('2026-01-01', '2026-02-01'), 'from', 'format'],
      [custom('2026-01-01T00:00:00', '2026-02-01T00:00:00'), 'from', 'format'],
      [{ timeZone: 'Marte/Olympus' }, 'timeZone', 'invalid'],
      [{ timeZone: '+05:30' }, 'timeZone', 'invalid'],
      [{ timeZone: '' }, 'timeZone', 'min_length'],
      [{ timeZone: 'a'.repeat(101) }, 'timeZone', 'max_length'],
      [{ limit: '0' }, 'limit', 'minimum'],
      [{ limit: '21' }, 'limit', 'maximum'],
      [{ limit: '1.5' }, 'limit', 'type'],
    ]
    for (const [query, field, reason] of wrong) {
      const { status, json } = await service.get(
        `/api/v1/stats/report?${new URLSearchParams(query)}`,
        store.key,
      )
      assert.deepEqual(
        [status, json.details?.field, json.details?.reason],
        [400, field, reason],
        JSON.stringify(query),
      )
    }
    await read(store.key, custom(from, '2026-04-01T00:00:00Z'))
  })

  test('needs stats:read', async () => {
    const store = await aStore(service, { scopes: ['orders:read'] })
    const { status, json } = await service.get('/api/v1/stats/report', store.key)
    assert.deepEqual([status, json.details.requiredScope], [403, 'stats:read'])
  })
})
