import assert from 'node:assert/strict'
import { suite, test } from 'node:test'
import { assertCounted } from '../../../test/sales.ts'
import { startService, type Answer } from '../../../test/service.ts'
import { ApiError } from '../../core/errors/errors.ts'
import { newId } from '../../core/values/id.ts'
import { eraseCustomer } from '../customers/erase.ts'
import { createManualOrder } from './create-manual.ts'
import { aDiscount, aKey, anOrder, aPhone, aProduct, aStore, order } from '../../../test/factories.ts'

const service = await startService()
const beside = await startService({}, service)

/** A source of numbers below 1 that gives the same ones each time. */
function seeded(seed: number) {
  return () => {
    seed = (seed * 1_664_525 + 1_013_904_223) % 2 ** 32
    return seed / 2 ** 32
  }
}

suite('concurrent orders and status changes', () => {
  test('succeed while customers are erased, and all totals agree at the end', async () => {
    const store = await aStore(service)
    const keys = await Promise.all(
      Array.from({ length: 6 }, () => aKey(service, { storeId: store.id, accountId: store.ownerId })),
    )
    const variants: string[] = []
    for (const price of [10, 33.35, 7.05]) {
      const sizes = [{ name: 'S', stock: STOCK }, { name: 'L' }]
      variants.push(
        ...(await aProduct(service, store, { price, variants: sizes })).variants.map(({ id }) => id),
      )
    }
    await aDiscount(service, store, { code: 'MUCHOS', value: 15, maxUses: 40 })
    const phones = Array.from({ length: 12 }, aPhone)
    const random = seeded(7)
    const pick = <T>(from: readonly T[]) => from[Math.floor(random() * from.length)]!
    const answers: Answer[] = []
    const placed: string[] = []

    async function shopper(n: number) {
      const on = n % 2 ? service : beside
      for (let i = 0; i < 12; i++) {
        const items = [pick(variants), pick(variants)].map((variantId) => {
          return { variantId, quantity: 1 + Math.floor(random() * 50) }
        })
        const discountCode = random() < 0.5 ? 'MUCHOS' : null
        const idempotent: Record<string, string> =
          random() < 0.3 ? { 'idempotency-key': `${n % 5}-${i}` } : {}
        const body = { ...anOrder(store, items), phone: pick(phones), discountCode }
        const answer = await order(on, body, idempotent)
        answers.push(answer)
        if (answer.status === 201) placed.push(answer.json.id)
      }
    }

    async function owner(n: number) {
      const on = n % 2 ? service : beside
      for (let i = 0; i < 60; i++) {
        const id = placed.length > 0 ? pick(placed) : 'nadie'
        const status = pick(['confirmed', 'shipped', 'delivered', 'cancelled', 'cancelled'])
        answers.push(await on.put(`/api/v1/orders/${id}`, { key: keys[n]!, body: { status } }))
      }
    }

    async function seller() {
      for (let i = 0; i < 12; i++) {
        const items = variants.map((variantId) => ({ variantId, quantity: 1 }))
        const body = { name: 'Ana', phone: pick(phones), items, isTest: i % 3 === 0 }
        const writing = createManualOrder(service.app, store.id, body, { formKey: newId() })
        await writing.then(({ id }) => placed.push(id), isRefusal)
      }
    }

    async function eraser() {
      for (let i = 0; i < 12; i++) {
        const customers = await service.sql<{ id: string }[]>`
          select id from customers where store_id = ${store.id} and order_count > 0`
        if (customers.length > 0)
          await eraseCustomer(service.sql, store.id, pick(customers).id).catch(isRefusal)
      }
    }

    await Promise.all([
      ...Array.from({ length: 12 }, (_, n) => shopper(n)),
      ...keys.map((_key, n) => owner(n)),
      seller(),
      eraser(),
      eraser(),
    ])

    const odd = answers.filter(({ status }) => ![200, 201, 400, 404, 409].includes(status))
    assert.deepEqual(odd, [])
    const acknowledged = new Set(placed)
    const stored = await service.sql<{ id: string }[]>`select id from orders where store_id = ${store.id}`
    assert.deepEqual(new Set(stored.map(({ id }) => id)), acknowledged)
    await assertTotals(store)
  })
})

/** How many there are of each variant that is counted: fewer than are asked for, so that some orders find too few. */
const STOCK = 700

/** Refused as it may be: too few left, or erased already. */
const isRefusal = (error: unknown) =>
  assert.ok(error instanceof ApiError && error.status < 500, String(error))

/** Every stored counter equals a fresh count of the orders. */
async function assertTotals({ id, key }: { id: string; key: string }) {
  const { sql } = service
  const stocks = await sql<{ stock: number; ordered: number }[]>`
    select stock, (
      select coalesce(sum((item ->> 'quantity')::int), 0)
      from orders
      cross join jsonb_array_elements(items) as item
      where store_id = ${id} and item ->> 'variantId' = variants.id and status <> 'cancelled' and not is_test
    ) as ordered
    from variants
    where store_id = ${id} and stock is not null`
  for (const { stock, ordered } of stocks) assert.equal(stock, STOCK - ordered)
  const halfErased = await sql`
    select
    from orders
    join customers on customers.store_id = orders.store_id and customers.id = customer_id
    where orders.store_id = ${id} and (phone like 'erased %') <> (customer_phone = '')`
  assert.equal(halfErased.length, 0)
  for (const status of ['pending', 'confirmed', 'shipped', 'delivered', 'cancelled']) {
    const [{ n }] = await sql<[{ n: number }]>`
      select count(*) as n from orders where store_id = ${id} and status = ${status}`
    const { json } = await service.get(`/api/v1/orders?status=${status}&limit=1`, key)
    assert.equal(json.total, n, status)
  }
  const [{ uses }] = await sql<[{ uses: number }]>`
    select count(*) as uses
    from orders
    where store_id = ${id} and discount_code is not null and status <> 'cancelled' and not is_test`
  const [discount] = (await service.get('/api/v1/discounts', key)).json.data
  assert.equal(discount!.usedCount, uses)
  assert.ok(uses <= discount!.maxUses!)

  const { json } = await service.get('/api/v1/customers?limit=100', key)
  assert.equal(json.total, json.data.length)
  for (const customer of json.data) {
    const [{ orders, spent }] = await sql<[{ orders: number; spent: number }]>`
      select
        count(*) as orders,
        coalesce(sum(total) filter (where status in ('confirmed', 'shipped', 'delivered')), 0) as spent
      from orders
      where store_id = ${id} and customer_id = ${customer.id} and not is_test`
    assert.deepEqual([customer.orderCount, customer.totalSpent], [orders, spent])
  }
  await assertCounted(service, id)
}
