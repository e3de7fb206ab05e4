import assert from 'node:assert/strict'
import { suite, test } from 'node:test'
import { startService } from './service.ts'
import { seedLoad } from '../src/features/demo/load/seed.ts'

const service = await startService()
const made = await seedLoad(service.sql, { stores: 2, products: 30, orders: 400 })
const { key, storeId } = made.keys[0]!
const read = async <Path extends string>(path: Path) => (await service.get(`/api/v1${path}`, key)).json

suite('load seed', () => {
  test('returns counts, and a key of each store', () => {
    const { keys, ...counts } = made
    assert.deepEqual(counts, { stores: 2, products: 60, orders: 800, customers: 80 })
    assert.equal(new Set(keys.map((store) => store.key)).size, 2)
  })

  test('writes totals that match the rows', async () => {
    const listTotals = []
    for (const path of ['/products', '/orders', '/customers', '/reviews'] as const) {
      const { data, total } = await read(`${path}?limit=100`)
      listTotals.push(total)
      assert.equal(data.length, Math.min(100, total))
    }
    assert.deepEqual(listTotals, [30, 400, 40, 40])
    assert.equal((await read('/orders?status=pending')).total, 3)
  })

  test('creates products, orders and customers that the API returns like any other', async () => {
    const product = (await read('/products')).data[0]!
    assert.deepEqual((await read(`/products/${product.id}`)).data, { ...product, modifierGroups: [] })
    const order = (await read('/orders?offset=10')).data[0]!
    assert.equal((await read(`/orders/${order.id}`)).data.orderNumber, order.orderNumber)
    const customer = (await read('/customers')).data[0]!
    const { orders, totalSpent, orderCount } = (await read(`/customers/${customer.id}`)).data
    assert.deepEqual([orders.length, orderCount], [10, 10])
    const spent = orders
      .filter(({ status }) => !['pending', 'cancelled'].includes(status))
      .reduce((sum, { total }) => sum + total, 0)
    assert.equal(totalSpent, spent)
  })

  test('writes the precomputed sums of the statistics', async () => {
    const { data } = await read('/stats')
    const [plain] = await service.sql<[{ orders: number; revenue: number }]>`
      select count(*) as orders, sum(total) filter (where status in ('confirmed', 'shipped', 'delivered')) as revenue
      from orders
      where store_id = ${storeId}`
    assert.deepEqual([data.totalOrders, data.revenue], [plain.orders, plain.revenue])
    assert.deepEqual([data.popularProducts.length, data.conversionRate], [10, 0.25])
  })
})
