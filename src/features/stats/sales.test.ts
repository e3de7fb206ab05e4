import assert from 'node:assert/strict'
import { suite, test } from 'node:test'
import { aProduct, aReview, aStore } from '../../../test/factories.ts'
import { moveSale, insertSales, type Sale } from '../../../test/sales.ts'
import { startService } from '../../../test/service.ts'
import { exactAmount, toDecimal } from '../../core/values/exact-amount.ts'
import { readSales } from './sales.ts'
import { readRecentSales, selectOpenTasks } from './today.ts'

const service = await startService()
const now = Date.parse('2026-11-19T18:00:00Z') // Thursday noon in Guatemala

async function aStoreThatSold(sales: Partial<Sale>[]) {
  const store = await aStore(service)
  const { id: productId } = await aProduct(service, store, { name: 'Café' })
  const whole = sales.map(({ total = '10', ...sale }) => ({
    at: '', status: 'confirmed', currency: 'GTQ', total, items: [{ productId, quantity: 2, subtotal: total }], ...sale,
  })) // prettier-ignore
  await insertSales(service, store.id, whole)
  return store
}

suite('the sales of a period', () => {
  test('are listed by local day, with those of the previous period', async () => {
    const store = await aStoreThatSold([
      { at: '2026-11-19T06:00:00Z', total: '10.25' }, // the first instant of today
      { at: '2026-11-19T05:59:00Z', total: '20.10' }, // yesterday
      { at: '2026-11-13T06:00:00Z', total: '5' },
      { at: '2026-11-12T18:00:00Z', total: '1000' }, // the first instant of the seven days
      { at: '2026-11-12T17:59:00Z', total: '7' }, // the minute before
      { at: '2026-11-06T06:00:00Z', total: '3' },
      { at: '2026-11-19T10:00:00Z', total: '99', status: 'pending' },
      { at: '2026-11-19T10:00:00Z', total: '99', isTest: true },
      { at: '2026-11-19T10:00:00Z', total: '4', currency: 'USD' },
    ])
    const { buckets, total, before, others, products } = await readSales(
      service.sql,
      store,
      { count: 7, unit: 'day' },
      now,
    )
    assert.deepEqual(
      buckets.map(({ day, orders, amount }) => `${day} ${orders} ${toDecimal(amount, 'GTQ')}`),
      [
        '2026-11-12 1 1000.00', '2026-11-13 1 5.00', '2026-11-14 0 0.00', '2026-11-15 0 0.00', '2026-11-16 0 0.00',
        '2026-11-17 0 0.00', '2026-11-18 1 20.10', '2026-11-19 1 10.25',
      ],
    ) // prettier-ignore
    assert.deepEqual(buckets.at(-1)!.before, { day: '2026-11-12', orders: 1, amount: exactAmount(70000n) })
    assert.deepEqual(
      [total, before],
      [
        { orders: 4, amount: exactAmount(10353500n) },
        { orders: 2, amount: exactAmount(100000n) },
      ],
    )
    assert.deepEqual(others, [{ currency: 'USD', amount: exactAmount(40000n) }])
    assert.deepEqual(
      products.map(({ name, unitsSold, revenue }) => [name, unitsSold, revenue]),
      [['Café', 8, 1035.35]],
    )
  })

  test("are listed by weeks from Monday and by months, over longer ranges than the API's report", async () => {
    const store = await aStoreThatSold([
      { at: '2026-11-16T06:00:00Z', total: '1' },
      { at: '2026-11-16T05:00:00Z', total: '2' },
      { at: '2025-12-01T06:00:00Z', total: '4' },
      { at: '2025-11-20T06:00:00Z', total: '8' },
    ])
    const amounts = async (count: number, unit: 'week' | 'month') => {
      const { buckets } = await readSales(service.sql, store, { count, unit }, now)
      return buckets
        .filter(({ orders }) => orders > 0)
        .map(({ day, amount }) => `${day} ${toDecimal(amount, 'GTQ')}`)
    }
    assert.deepEqual(await amounts(13, 'week'), ['2026-11-09 2.00', '2026-11-16 1.00'])
    assert.deepEqual(await amounts(12, 'month'), ['2025-12-01 4.00', '2026-11-01 3.00'])
  })

  test("equal the API's report of the same range", async () => {
    const store = await aStoreThatSold([
      { at: new Date().toISOString(), total: '12.30' },
      { at: new Date(Date.now() - 3 * 24 * 3600_000).toISOString(), total: '7.70' },
    ])
    const { total } = await readSales(service.sql, store, { count: 7, unit: 'day' })
    const { json } = await service.get('/api/v1/stats/report?period=7d', store.key)
    assert.deepEqual([total.orders, json.data.currencies[0]!.confirmedRevenue], [2, '20.00'])
    assert.equal(toDecimal(total.amount, 'GTQ'), '20.00')
  })
})

suite('the sales of today and of the week', () => {
  test('are those of the last seven times 24 hours, compared with the seven before, as in the report', async () => {
    const store = await aStoreThatSold([
      { at: '2026-11-19T06:00:00Z', total: '1.10' }, // the first instant of today
      { at: '2026-11-19T17:59:00Z', total: '2.20' },
      { at: '2026-11-19T05:59:00Z', total: '4' }, // yesterday
      { at: '2026-11-13T06:00:00Z', total: '8' },
      { at: '2026-11-12T18:30:00Z', total: '16' }, // half an hour after they begin
      { at: '2026-11-12T17:59:00Z', total: '32' },
      { at: '2026-11-05T18:00:00Z', total: '64' }, // the first instant of the seven days before
      { at: '2026-11-05T17:59:00Z', total: '99' },
      { at: '2026-11-19T10:00:00Z', total: '99', status: 'pending' },
      { at: '2026-11-19T10:00:00Z', total: '99', isTest: true },
      { at: '2026-11-19T10:00:00Z', total: '4', currency: 'USD' },
    ])
    const { today, week, weekBefore } = await readRecentSales(service.sql, store, now)
    assert.partialDeepStrictEqual([today, week, weekBefore], [
      { orders: 2, amount: exactAmount(33000n) },
      { orders: 5, amount: exactAmount(313000n) },
      { orders: 2, amount: exactAmount(960000n) },
    ]) // prettier-ignore
    const report = await readSales(service.sql, store, { count: 7, unit: 'day' }, now + 14 * 60_000)
    assert.deepEqual([report.total, report.before], [week, weekBefore])

    const [{ id }] = await service.sql<[{ id: string }]>`
      select id from orders where store_id = ${store.id} and total = 8`
    await moveSale(service, store.id, id, 'confirmed', 'cancelled')
    assert.equal((await readRecentSales(service.sql, store, now)).week.orders, 4)
  })

  test('are read with the recently failed notices and the pending reviews', async () => {
    const store = await aStoreThatSold([
      { at: '2026-11-19T17:00:00Z' },
      { at: '2026-11-13T17:00:00Z' },
      { at: '2026-11-12T17:00:00Z' }, // more than a week ago
    ])
    await service.sql`update orders set notification_state = 'FAILED' where store_id = ${store.id}`
    const { id } = await aProduct(service, store)
    await aReview(service, store, id)
    const [{ failedNotices, pendingReviews }] = await selectOpenTasks(service.sql, store.id, now)
    assert.deepEqual([failedNotices, pendingReviews], [2, 1])
    const { week } = await readRecentSales(service.sql, await aStore(service), now)
    assert.deepEqual(week, { orders: 0, amount: exactAmount(0n) })
  })
})
