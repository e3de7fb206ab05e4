import assert from 'node:assert/strict'
import { suite, test } from 'node:test'
import fc from 'fast-check'
import { assertCounted, moveSale, insertSales, type Sale } from '../../../test/sales.ts'
import { startService } from '../../../test/service.ts'
import { anAddress, anOrder, aPhone, aProduct, aStore, order } from '../../../test/factories.ts'
import { sources, statementsOfFiles } from '../../../test/statements.ts'
import { newId } from '../../core/values/id.ts'
import { eraseCustomer } from '../customers/erase.ts'
import { createManualOrder } from '../orders/create-manual.ts'

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
  test('equal the sums of the orders', async () => {
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
        await assertCounted(service, store.id)
      },
    )
    await fc.assert(property, { numRuns: 25 })
  })
})

suite('data precomputed from orders', () => {
  test('equals the sums of the rows after any writes by shoppers, owners and keys', async () => {
    const customer = fc.integer({ min: 0, max: 2 })
    const quantity = fc.integer({ min: 1, max: 9 })
    const n = fc.nat()
    const write = fc.oneof(
      fc.record({ kind: fc.constant('order' as const), customer, quantity }),
      fc.record({ kind: fc.constant('manual order' as const), customer, quantity, isTest: fc.boolean() }),
      fc.record({ kind: fc.constant('move' as const), n, to: fc.constantFrom(...statuses) }),
      fc.record({ kind: fc.constant('take back' as const), n }),
      fc.record({ kind: fc.constant('erase' as const), customer }),
    )
    const property = fc.asyncProperty(fc.array(write, { minLength: 20, maxLength: 40 }), async (writes) => {
      const shop = await aShop()
      for (const step of writes) await writeTo(shop, step)
      await assertCounted(service, shop.store.id)
    })
    await fc.assert(property, { numRuns: 8, endOnFailure: true })
  })

  test('is updated by every file that writes orders', () => {
    const writes = /\b(?:insert into|update|delete from) orders\b/
    const paths = [...sources, ...statementsOfFiles('functions')]
      .filter(({ text }) => writes.test(text))
      .map(({ path }) => path)
    assert.deepEqual([...new Set(paths)].toSorted(), [
      'db/functions/place_order.sql', // counts the order
      'src/features/customers/erase.ts', // takes names away
      'src/features/demo/load/fill-orders.ts', // fills in the sums as well
      'src/features/orders/create-manual.ts', // names who entered it
      'src/features/orders/decide-proposal.ts', // counts the difference
      'src/features/orders/move.ts', // counts the move, and the move back
      'src/features/orders/notification.ts', // moves the state of the notice
      'src/features/orders/record-payment.ts', // moves the payment
      'src/features/orders/undo-status.ts', // notes what the shopper saw
      'src/features/orders/verify-phone.ts', // moves no sum
      'src/features/orders/write-proposal.ts', // moves no sum
    ])
  })

  test('is updated where an order changes its status, which is one file', () => {
    const moves = /\bupdate orders\s+set\b(?:(?!\bwhere\b)[^`])*[\s,]status = /
    const paths = sources.filter(({ text }) => moves.test(text)).map(({ path }) => path)
    assert.deepEqual([...new Set(paths)], ['src/features/orders/move.ts'])
  })
})

suite('the precomputed sums of a busy store', () => {
  test('neither deadlock nor lose updates when orders of one customer are placed and change status concurrently', async () => {
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
    const responses = await Promise.all(
      placed.flatMap(({ json: { id } }, n) => [
        service.put(`/api/v1/orders/${id}`, { key: store.key, body: { status: 'confirmed' } }),
        place(n + 13),
      ]),
    )
    assert.deepEqual(new Set(responses.map(({ status }) => status)), new Set([200, 201]))
    const { json } = await service.get('/api/v1/stats', store.key)
    const { totalOrders, completedOrders, revenue, popularProducts } = json.data
    assert.deepEqual([totalOrders, completedOrders, revenue], [24, 12, 78 * 8 * 10])
    assert.deepEqual(
      popularProducts.map(({ unitsSold }: { unitsSold: number }) => unitsSold),
      products.map(() => 78),
    )
  })
})

async function aShop() {
  const store = await aStore(service)
  const products = [await aProduct(service, store), await aProduct(service, store, { price: 7.05 })]
  const phones = Array.from({ length: 3 }, aPhone)
  return { store, variantIds: products.map(({ variants }) => variants[0]!.id), phones, ids: [] as string[] }
}
type Shop = Awaited<ReturnType<typeof aShop>>

type Write =
  | { kind: 'order'; customer: number; quantity: number }
  | { kind: 'manual order'; customer: number; quantity: number; isTest: boolean }
  | { kind: 'move'; n: number; to: string }
  | { kind: 'take back'; n: number }
  | { kind: 'erase'; customer: number }

/** One write by its own path; one that is rejected changes nothing. */
async function writeTo({ store, variantIds, phones, ids }: Shop, write: Write) {
  const { sql } = service
  if (write.kind === 'order' || write.kind === 'manual order') {
    const items = variantIds.map((variantId) => ({ variantId, quantity: write.quantity }))
    const body = { ...anOrder(store, items), phone: phones[write.customer]! }
    if (write.kind === 'order') {
      const { status, json } = await order(service, body)
      if (status === 201) ids.push(json.id)
      else assert.equal(json.code, 'DUPLICATE_ORDER')
    } else {
      const { storeId, ...fields } = body
      ids.push(
        (
          await createManualOrder(
            service.app,
            storeId,
            { ...fields, isTest: write.isTest },
            { formKey: newId() },
          )
        ).id,
      )
    }
  } else if (write.kind === 'erase') {
    const [customer] = await sql<{ id: string }[]>`
      select id from customers where phone = ${phones[write.customer]!} and order_count > 0`
    if (customer) await eraseCustomer(sql, store.id, customer.id)
  } else if (ids.length > 0) {
    const id = ids[write.n % ids.length]!
    if (write.kind === 'take back') {
      const [{ token }] = await sql<
        [{ token: string }]
      >`select tracking_token as token from orders where id = ${id}`
      const headers = { 'content-type': 'application/x-www-form-urlencoded' }
      const { status } = await service.call('POST', `/${store.slug}/pedido/${token}/cancelar`, {
        headers,
        body: '',
      })
      assert.equal(status, 303)
    } else {
      const { status } = await service.put(`/api/v1/orders/${id}`, {
        key: store.key,
        body: { status: write.to },
      })
      assert.ok(status === 200 || status === 409)
    }
  }
}

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
  const ids = await insertSales(service, storeId, rows)
  for (const [n, { status, later }] of sales.entries()) {
    if (later && later !== status) await moveSale(service, storeId, ids[n]!, status, later)
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
  const requested = new URLSearchParams({ period: 'custom', from, to, timeZone: query.timeZone })
  const report = await service.get(`/api/v1/stats/report?${requested}`, store.key)
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

type StatsFigures = Record<'totalOrders' | 'completedOrders' | 'revenue' | 'averageOrder', number | null>

function compareStats(
  { totalOrders, completedOrders, revenue, averageOrder }: StatsFigures,
  own: ReturnType<typeof expected>['currencies'][number] | undefined,
) {
  assert.deepEqual([totalOrders, completedOrders], [own?.realOrders ?? 0, own?.completedOrders ?? 0])
  assert.equal(revenue, Number(own?.confirmedRevenue ?? 0))
  assert.equal(averageOrder, own?.averageCompletedOrder ? Number(own.averageCompletedOrder) : null)
}
