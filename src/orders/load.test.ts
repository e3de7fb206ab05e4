import assert from 'node:assert/strict'
import { suite, test } from 'node:test'
import { assertCounted } from '../../test/sales.ts'
import { startService, type Answer } from '../../test/service.ts'
import { aDiscount, aKey, anOrder, aPhone, aProduct, aStore, order } from '../../test/factories.ts'

const service = await startService()
const beside = await startService({}, service)

/** A source of numbers below 1 that gives the same ones each time. */
function seeded(seed: number) {
  return () => {
    seed = (seed * 1_664_525 + 1_013_904_223) % 2 ** 32
    return seed / 2 ** 32
  }
}

suite('placing and moving orders all at once', () => {
  test('never fails, loses no acknowledged order, and every total is right in the end', async () => {
    const store = await aStore(service)
    const keys = await Promise.all(
      Array.from({ length: 6 }, () => aKey(service, { storeId: store.id, accountId: store.ownerId })),
    )
    const variants: string[] = []
    for (const price of [10, 33.35, 7.05]) {
      variants.push((await aProduct(service, store, { price })).variants[0]!.id)
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

    await Promise.all([
      ...Array.from({ length: 12 }, (_, n) => shopper(n)),
      ...keys.map((_key, n) => owner(n)),
    ])

    const odd = answers.filter(({ status }) => ![200, 201, 400, 404, 409].includes(status))
    assert.deepEqual(odd, [])
    const acknowledged = new Set(placed)
    const stored = await service.sql<{ id: string }[]>`select id from orders where store_id = ${store.id}`
    assert.deepEqual(new Set(stored.map(({ id }) => id)), acknowledged)
    await assertTotals(store)
  })
})

/** Every stored counter equals a fresh count of the orders. */
async function assertTotals({ id, key }: { id: string; key: string }) {
  const { sql } = service
  for (const status of ['pending', 'confirmed', 'shipped', 'delivered', 'cancelled']) {
    const [{ n }] = await sql<[{ n: number }]>`
      select count(*) as n from orders where store_id = ${id} and status = ${status}`
    const { json } = await service.get(`/api/v1/orders?status=${status}&limit=1`, key)
    assert.equal(json.total, n, status)
  }
  const [{ uses }] = await sql<[{ uses: number }]>`
    select count(*) as uses
    from orders
    where store_id = ${id} and discount_code is not null and status <> 'cancelled'`
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
      where store_id = ${id} and customer_id = ${customer.id}`
    assert.deepEqual([customer.orderCount, customer.totalSpent], [orders, spent])
  }
  await assertCounted(service, id)
}
