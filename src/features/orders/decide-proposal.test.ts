import assert from 'node:assert/strict'
import { suite, test } from 'node:test'
import fc from 'fast-check'
import { aDiscount, aMethod, aWebhook, deliveriesOf } from '../../../test/factories.ts'
import { aShopForChanges, type ShopForChanges } from '../../../test/proposals.ts'
import { assertCounted } from '../../../test/sales.ts'
import { startService } from '../../../test/service.ts'

const service = await startService()
const { sql } = service

suite('taking a proposed change', () => {
  test('changes items, sums and stock, and keeps the version before in the timeline', async () => {
    const shop = await aShopForChanges(service)
    await aWebhook(service, shop.store)
    await sql`update webhooks set events = '{order.updated}' where store_id = ${shop.store.id}`
    const id = await shop.buy([[shop.a, 3]])
    await shop.propose(id, [[shop.a, 1], [shop.b, 2]]) // prettier-ignore
    await shop.decide(id)
    const order = await shop.read(id)
    assert.deepEqual([order.total, order.subtotal, order.proposal!.state], [60, 60, 'ACCEPTED'])
    assert.deepEqual(
      order.items.map(({ quantity }) => quantity),
      [1, 2],
    )
    const step = order.timeline.at(-1)!
    assert.deepEqual(
      [step.status, step.by, step.total, step.items![0]!.quantity],
      ['pending', 'shopper', 30, 3],
    )
    assert.deepEqual(await shop.stocks(), [9, 8])
    const last = (await deliveriesOf(service, shop.store)).at(-1)!
    assert.match(JSON.stringify(last), /order\.updated/)
    assert.match(JSON.stringify(last), /ACCEPTED/)
    await shop.decide(id) // the second tap
    assert.deepEqual(await shop.stocks(), [9, 8])
    await shop.move(id, 'cancelled')
    assert.deepEqual(await shop.stocks(), [10, 10])
    await assertCounted(service, shop.store.id)
  })

  test('what no longer fits is said, and nothing changes', async () => {
    const shop = await aShopForChanges(service, 5)
    const id = await shop.buy([[shop.a, 1]])
    await shop.propose(id, [[shop.b, 4]])
    await shop.buy([[shop.b, 2]])
    await assert.rejects(shop.decide(id), { status: 400 })
    const order = await shop.read(id)
    assert.deepEqual([order.total, order.proposal!.state, order.timeline.length], [10, 'OPEN', 1])
    assert.deepEqual(await shop.stocks(), [4, 3])
  })

  test('the price that was offered stands, a total that is no longer the same does not', async () => {
    const shop = await aShopForChanges(service)
    const { code, id: discountId } = await aDiscount(service, shop.store)
    const id = await shop.buy([[shop.a, 1]], { discountCode: code })
    await shop.propose(id, [[shop.b, 2]])
    await service.put(`/api/v1/products/${shop.honey.id}`, { key: shop.store.key, body: { price: 99 } })
    await service.put(`/api/v1/discounts/${discountId}`, { key: shop.store.key, body: { isActive: false } })
    await assert.rejects(shop.decide(id), { status: 409 })
    await service.put(`/api/v1/discounts/${discountId}`, { key: shop.store.key, body: { isActive: true } })
    await shop.decide(id)
    assert.equal((await shop.read(id)).total, 45)
  })

  test('a code that falls away is free for another order', async () => {
    const shop = await aShopForChanges(service)
    const { code, id: discountId } = await aDiscount(service, shop.store, { maxUses: 1, minOrderTotal: 40 })
    const id = await shop.buy([[shop.b, 2]], { discountCode: code })
    await shop.propose(id, [[shop.b, 1]])
    await shop.decide(id)
    const order = await shop.read(id)
    assert.deepEqual([order.discount, order.total], [null, 25])
    const uses = async () =>
      (await service.get(`/api/v1/discounts/${discountId}`, shop.store.key)).json.data.usedCount
    assert.equal(await uses(), 0)
    await shop.move(id, 'cancelled')
    assert.equal(await uses(), 0)
    await shop.buy([[shop.b, 2]], { discountCode: code })
  })

  test('who pays in cash keeps the change only while it is enough; an order of nothing is paid', async () => {
    const shop = await aShopForChanges(service)
    const { id: paymentMethodId } = await aMethod(service, shop.store, { kind: 'cash', name: 'Efectivo' })
    const id = await shop.buy([[shop.a, 1]], { paymentMethodId, changeFor: 20 })
    await shop.propose(id, [[shop.b, 1]])
    await shop.decide(id)
    const { payment } = await shop.read(id)
    assert.deepEqual([payment!.changeFor, payment!.amount], [null, 25])
    await service.put(`/api/v1/products/${shop.coffee.id}`, { key: shop.store.key, body: { price: 0 } })
    await shop.propose(id, [[shop.a, 1]])
    await shop.decide(id)
    assert.equal((await shop.read(id)).payment!.state, 'PAID')
  })

  test('what the customer spent follows exactly, to the last digit of the currency', async () => {
    const shop = await aShopForChanges(service)
    await sql`update stores set currency = 'KWD', currency_digits = 3 where id = ${shop.store.id}`
    await service.put(`/api/v1/products/${shop.honey.id}`, { key: shop.store.key, body: { price: 0.305 } })
    const id = await shop.buy([[shop.b, 1]])
    await shop.move(id, 'confirmed')
    await shop.propose(id, [[shop.b, 2]])
    await shop.decide(id)
    const { data } = (await service.get('/api/v1/customers', shop.store.key)).json
    assert.deepEqual([(await shop.read(id)).total, data[0]!.totalSpent], [0.61, 0.61])
  })

  test('not at all when it is declined, or when another was sent meanwhile', async () => {
    const shop = await aShopForChanges(service)
    const id = await shop.buy([[shop.a, 1]])
    await shop.propose(id, [[shop.b, 1]])
    await shop.decide(id, false)
    assert.deepEqual([(await shop.read(id)).proposal!.state, await shop.stocks()], ['DECLINED', [9, 10]])
    await assert.rejects(shop.decide(id), { status: 409 })
  })
})

suite('at once', () => {
  test('two taps, a withdrawal, a cancellation and other orders move the stock once', async () => {
    for (let round = 0; round < 8; round++) {
      const shop = await aShopForChanges(service, 6)
      const id = await shop.buy([[shop.a, 2]])
      await shop.propose(id, [[shop.a, 1], [shop.b, 3]]) // prettier-ignore
      await Promise.allSettled([
        shop.decide(id),
        shop.decide(id),
        shop.withdraw(id),
        ...(round % 2 ? [shop.move(id, 'cancelled')] : [shop.move(id, 'confirmed')]),
        shop.buy([[shop.b, 2], [shop.a, 1]]),
        shop.buy([[shop.a, 1], [shop.b, 2]]),
      ]) // prettier-ignore
      await assertRight(shop, 6)
    }
  })
})

suite('any sequence of events', () => {
  test('leaves stock, sums, uses and what customers spent as the orders add up', async () => {
    const n = fc.nat({ max: 3 })
    const quantity = fc.integer({ min: 0, max: 4 })
    const event = fc.oneof(
      fc.record({ kind: fc.constant('buy' as const), a: quantity, b: quantity, code: fc.boolean() }),
      fc.record({ kind: fc.constant('propose' as const), n, a: quantity, b: quantity }),
      fc.record({
        kind: fc.constant('decide' as const),
        n,
        isAccepted: fc.integer({ min: 0, max: 4 }).map((x) => x > 0),
      }),
      fc.record({ kind: fc.constant('withdraw' as const), n }),
      fc.record({ kind: fc.constant('pay' as const), n }),
      fc.record({
        kind: fc.constant('move' as const),
        n,
        to: fc.constantFrom('confirmed', 'confirmed', 'shipped', 'cancelled'),
      }),
    )
    type Event = typeof event extends fc.Arbitrary<infer T> ? T : never
    const property = fc.asyncProperty(fc.array(event, { minLength: 15, maxLength: 30 }), async (events) => {
      const shop = await aShopForChanges(service, 12)
      const { code } = await aDiscount(service, shop.store, { minOrderTotal: 30 })
      const { id: paymentMethodId } = await aMethod(service, shop.store)
      const ids: string[] = []
      const step = async (one: Event) => {
        const lines =
          'a' in one
            ? (
                [
                  [shop.a, one.a],
                  [shop.b, one.b],
                ] as [string, number][]
              ).filter(([, q]) => q > 0)
            : []
        if (one.kind === 'buy') {
          ids.push(await shop.buy(lines, { paymentMethodId, ...(one.code && { discountCode: code }) }))
          return
        }
        const id = ids[one.n % ids.length]!
        if (one.kind === 'propose') await shop.propose(id, lines)
        else if (one.kind === 'decide') await shop.decide(id, one.isAccepted)
        else if (one.kind === 'withdraw') await shop.withdraw(id)
        else if (one.kind === 'pay') await shop.pay(id)
        else await shop.move(id, one.to)
      }
      ids.push(await shop.buy([[shop.a, 1], [shop.b, 2]], { discountCode: code, paymentMethodId })) // prettier-ignore
      for (const one of events) await step(one).catch(() => undefined)
      await assertRight(shop, 12)
    })
    await fc.assert(property, { numRuns: 10, endOnFailure: true })
  })
})

/** That nothing was sold twice or lost, and that all that is precomputed is what the orders add up to. */
async function assertRight(shop: ShopForChanges, stock: number) {
  const { id } = shop.store
  const sold = await sql<{ variantId: string; quantity: number }[]>`
    select item ->> 'variantId' as variant_id, sum((item -> 'quantity')::integer)::integer as quantity
    from orders
    cross join jsonb_array_elements(items) as item
    where store_id = ${id} and status <> 'cancelled'
    group by 1`
  const of = (variantId: string) => sold.find((row) => row.variantId === variantId)?.quantity ?? 0
  assert.deepEqual(await shop.stocks(), [stock - of(shop.a), stock - of(shop.b)])
  const [wrong] = await sql`
    select count(*)::int as count
    from orders
    where store_id = ${id} and (
      total <> subtotal + coalesce(shipping_price, 0) - coalesce(discount_amount, 0)
      or subtotal <> (select sum((item -> 'subtotal')::numeric) from jsonb_array_elements(items) as item)
    )`
  assert.equal(wrong!['count'], 0)
  const [uses] = await sql`
    select coalesce(sum(used_count), 0)::int as used, (
      select count(*)::int from orders where store_id = ${id} and status <> 'cancelled' and discount_id is not null
    ) as orders
    from discounts
    where store_id = ${id}`
  assert.equal(uses!['used'], uses!['orders'])
  await assertCounted(service, id)
}
