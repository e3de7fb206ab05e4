import assert from 'node:assert/strict'
import { suite, test } from 'node:test'
import fc from 'fast-check'
import { saveSales, type Sale } from '../../test/sales.ts'
import { startService } from '../../test/service.ts'
import { anAddress, anOrder, aPhone, aProduct, aStore } from '../../test/factories.ts'

const service = await startService()

const zones = [
  'America/Santiago',
  'Europe/Madrid',
  'America/Asuncion',
  'Asia/Kathmandu',
  'Australia/Lord_Howe',
  'UTC',
]
const digits: Record<string, number> = { GTQ: 2, CLP: 0, KWD: 3 }
const statuses = ['pending', 'confirmed', 'shipped', 'delivered', 'cancelled']
const completed = new Set(['confirmed', 'shipped', 'delivered'])
const HOUR = 3_600_000
const START = Date.parse('2026-03-01T00:00:00Z')

const aNumberOf = (range: { min: number; max: number }) => fc.integer(range)
// Often at the very edges of quarters of an hour, days and weeks, where sums could go wrong.
const atEdgesOf = (width: number) =>
  fc
    .tuple(aNumberOf({ min: 0, max: Math.floor((100 * 24 * HOUR) / width) }), fc.constantFrom(-1, 0, 1))
    .map(([n, ms]) => (Math.floor(START / width) + n) * width + ms)
const anInstant = fc.oneof(
  aNumberOf({ min: START, max: START + 100 * 24 * HOUR }),
  atEdgesOf(HOUR / 4),
  atEdgesOf(24 * HOUR),
  atEdgesOf(7 * 24 * HOUR),
)

const aSale = fc
  .record({
    at: anInstant,
    status: fc.constantFrom(...statuses),
    later: fc.option(fc.constantFrom(...statuses), { nil: null }),
    currency: fc.constantFrom('GTQ', 'CLP', 'KWD'),
    total: aNumberOf({ min: 0, max: 99_999_999 }),
    isTest: fc.integer({ min: 0, max: 9 }).map((n) => n === 0),
    items: fc.array(
      fc.record({
        product: aNumberOf({ min: 0, max: 3 }),
        quantity: aNumberOf({ min: 1, max: 20 }),
        subtotal: aNumberOf({ min: 0, max: 999_999 }),
      }),
      { maxLength: 4 },
    ),
  })
  .map(({ at, ...sale }) => ({ ...sale, at: new Date(at).toISOString() }))
type GeneratedSale = typeof aSale extends fc.Arbitrary<infer T> ? T : never

const aQuery = fc
  .tuple(anInstant, aNumberOf({ min: 1, max: 90 * 24 * HOUR }), fc.constantFrom(...zones))
  .map(([from, length, timeZone]) => ({ from, to: from + length, timeZone }))
type Query = typeof aQuery extends fc.Arbitrary<infer T> ? T : never

suite('the precomputed sums', () => {
  test('say what the orders themselves add up to', { timeout: 110_000 }, async () => {
    const property = fc.asyncProperty(
      fc.array(aSale, { minLength: 1, maxLength: 40 }),
      fc.array(aQuery, { minLength: 1, maxLength: 6 }),
      async (sales, queries) => {
        const store = await aStore(service)
        const products = await Promise.all([1, 2, 3].map(() => aProduct(service, store)))
        const ids = [...products.map(({ id }) => id), 'de-nadie']
        await save(store.id, sales, ids)
        for (const query of queries) await compare(store, sales, ids, query)
        await compareAllTime(store, sales, ids)

        const kept = await snapshot(store.id)
        await service.sql`select rebuild_sums(${store.id})`
        assert.deepEqual(await snapshot(store.id), kept, 'as if summed up anew')
      },
    )
    await fc.assert(property, { numRuns: 25 })
  })

  test('follow an order that is deleted', async () => {
    const store = await aStore(service)
    const sale = { at: '2026-03-10T12:00:00Z', currency: 'GTQ', total: '5', items: [] }
    const ids = await saveSales(service, store.id, [
      { ...sale, status: 'confirmed' },
      { ...sale, status: 'pending' },
    ])
    await service.sql`delete from orders where id = ${ids[0]!}`
    const { json } = await service.get('/api/v1/stats', store.key)
    assert.deepEqual([json.data.totalOrders, json.data.completedOrders], [1, 0])
  })
})

suite('the precomputed sums of a busy store', () => {
  test('neither deadlock nor lose anything when orders of one customer are placed and moved at once', async () => {
    const store = await aStore(service)
    const products = await Promise.all(
      Array.from({ length: 8 }, () => aProduct(service, store, { price: 10 })),
    )
    const phone = aPhone()
    const place = (quantity: number) => {
      const items = products.map(({ variants }) => ({ variantId: variants[0]!.id, quantity }))
      const body = { ...anOrder(store, quantity % 2 ? items : items.toReversed()), phone }
      return service.post('/api/orders', { headers: anAddress(), body })
    }
    const placed = await Promise.all(Array.from({ length: 12 }, (_, n) => place(n + 1)))
    const answers = await Promise.all(
      placed.flatMap(({ json: { id } }, n) => [
        service.put(`/api/v1/orders/${id}`, { key: store.key, body: { status: 'confirmed' } }),
        place(n + 13),
      ]),
    )
    assert.deepEqual(new Set(answers.map(({ status }) => status)), new Set([200, 201]))
    const { json } = await service.get('/api/v1/stats', store.key)
    const { totalOrders, completedOrders, revenue, popularProducts } = json.data
    assert.deepEqual([totalOrders, completedOrders, revenue], [24, 12, 78 * 8 * 10])
    assert.deepEqual(
      popularProducts.map(({ unitsSold }: { unitsSold: number }) => unitsSold),
      products.map(() => 78),
    )
  })
})

const amount = (minorUnits: number | bigint, currency: string) => {
  const places = digits[currency]!
  const text = String(minorUnits).padStart(places + 1, '0')
  return places === 0 ? text : `${text.slice(0, -places)}.${text.slice(-places)}`
}

async function save(storeId: string, sales: GeneratedSale[], productIds: string[]) {
  const rows: Sale[] = sales.map(({ total, items, ...sale }) => ({
    ...sale,
    total: amount(total, sale.currency),
    items: items.map(({ product, quantity, subtotal }) => {
      return { productId: productIds[product]!, quantity, subtotal: amount(subtotal, sale.currency) }
    }),
  }))
  const ids = await saveSales(service, storeId, rows)
  for (const [n, { later }] of sales.entries()) {
    if (later) await service.sql`update orders set status = ${later} where id = ${ids[n]!}`
  }
}

const statusOf = ({ status, later }: GeneratedSale) => later ?? status
const isSold = (sale: GeneratedSale) => completed.has(statusOf(sale))
const sum = (amounts: number[]) => amounts.reduce((sum, amount) => sum + BigInt(amount), 0n)

/** The report of these sales, worked out sale by sale. */
function expected(sales: GeneratedSale[], productIds: string[], { from, to, timeZone }: Query) {
  const inRange = sales.filter(({ at, isTest }) => !isTest && Date.parse(at) >= from && Date.parse(at) < to)
  const currencies = [...new Set(inRange.map(({ currency }) => currency))].toSorted()
  const dayOf = new Intl.DateTimeFormat('en-CA', { timeZone })
  const day = ({ at }: GeneratedSale) => dayOf.format(new Date(at))
  return {
    currencies: currencies.map((currency) => {
      const own = inRange.filter((sale) => sale.currency === currency)
      const [sold, pending] = [own.filter(isSold), own.filter((sale) => statusOf(sale) === 'pending')]
      const revenue = sum(sold.map(({ total }) => total))
      const count = BigInt(sold.length)
      return {
        currency,
        realOrders: own.length,
        completedOrders: sold.length,
        pendingOrders: pending.length,
        cancelledOrders: own.length - sold.length - pending.length,
        confirmedRevenue: amount(revenue, currency),
        pendingAmount: amount(sum(pending.map(({ total }) => total)), currency),
        averageCompletedOrder: count === 0n ? null : amount((revenue * 2n + count) / (count * 2n), currency),
      }
    }),
    dailyCompleted: [...Map.groupBy(inRange.filter(isSold), (sale) => `${day(sale)} ${sale.currency}`)]
      .toSorted(([a], [b]) => (a < b ? -1 : 1))
      .map(([name, sold]) => {
        const [day = '', currency = ''] = name.split(' ')
        return {
          day,
          currency,
          orders: sold.length,
          confirmedRevenue: amount(sum(sold.map((s) => s.total)), currency),
        }
      }),
    topProducts: ranked(inRange, productIds).map(({ productId, currency, units, gross }) => {
      return { productId, currency, unitsSold: units, grossItemSales: amount(gross, currency) }
    }),
  }
}

function ranked(sales: GeneratedSale[], productIds: string[]) {
  const lines = sales.filter(isSold).flatMap(({ currency, items }) =>
    items.filter(({ product }) => product < 3).map((item) => ({ ...item, currency, productId: productIds[item.product]! })),
  ) // prettier-ignore
  return [...Map.groupBy(lines, ({ productId, currency }) => `${productId} ${currency}`)]
    .map(([name, lines]) => {
      const [productId = '', currency = ''] = name.split(' ')
      const units = lines.reduce((sum, { quantity }) => sum + quantity, 0)
      return { name, productId, currency, units, gross: sum(lines.map(({ subtotal }) => subtotal)) }
    })
    .toSorted((a, b) => b.units - a.units || (a.name < b.name ? -1 : 1))
}

type Store = { id: string; key: string }

async function compare(store: Store, sales: GeneratedSale[], ids: string[], query: Query) {
  const [from, to] = [new Date(query.from).toISOString(), new Date(query.to).toISOString()]
  const asked = new URLSearchParams({ period: 'custom', from, to, timeZone: query.timeZone })
  const report = await service.get(`/api/v1/stats/report?${asked}`, store.key)
  assert.equal(report.status, 200, report.text)
  const { currencies, dailyCompleted, topProducts } = report.json.data
  assert.deepEqual({ currencies, dailyCompleted, topProducts }, expected(sales, ids, query))

  const stats = await service.get(`/api/v1/stats?${new URLSearchParams({ from, to })}`, store.key)
  const { currencies: all } = expected(sales, ids, query)
  compareStats(
    stats.json.data,
    all.find(({ currency }) => currency === 'GTQ'),
  )
}

async function compareAllTime(store: Store, sales: GeneratedSale[], ids: string[]) {
  const { json } = await service.get('/api/v1/stats', store.key)
  const ever = expected(sales, ids, { from: 0, to: Date.UTC(2100, 0, 1), timeZone: 'UTC' })
  compareStats(json.data, ever.currencies.find(({ currency }) => currency === 'GTQ')) // prettier-ignore
  assert.deepEqual(
    json.data.popularProducts.map(({ productId, unitsSold }: { productId: string; unitsSold: number }) => [productId, unitsSold]),
    ever.topProducts.filter(({ currency }) => currency === 'GTQ').map(({ productId, unitsSold }) => [productId, unitsSold]),
  ) // prettier-ignore
}

function compareStats(
  { totalOrders, completedOrders, revenue, averageOrder }: Record<string, number | null>,
  own: ReturnType<typeof expected>['currencies'][number] | undefined,
) {
  assert.deepEqual([totalOrders, completedOrders], [own?.realOrders ?? 0, own?.completedOrders ?? 0])
  assert.equal(revenue, Number(own?.confirmedRevenue ?? 0))
  assert.equal(averageOrder, own?.averageCompletedOrder ? Number(own.averageCompletedOrder) : null)
}

async function snapshot(storeId: string) {
  const orders = await service.sql`
    select
      starts_at, currency, sum(completed) as completed, sum(pending) as pending, sum(cancelled) as cancelled,
      sum(completed_amount) as completed_amount, sum(pending_amount) as pending_amount
    from order_sums
    where store_id = ${storeId}
    group by 1, 2
    having sum(completed) + sum(pending) + sum(cancelled) > 0
    order by 1, 2`
  const products = await service.sql`
    select span, starts_at, currency, product_id, units, gross
    from product_sums
    where store_id = ${storeId} and units > 0
    order by 1, 2, 3, 4`
  return { orders: [...orders], products: [...products] }
}
