import assert from 'node:assert/strict'
import { suite, test } from 'node:test'
import { startService } from '../../../test/service.ts'
import {
  aDiscount,
  aModifierGroup,
  anOrder,
  aProduct,
  aShippingOption,
  aStore,
  order,
} from '../../../test/factories.ts'
import { newId } from '../../core/values/id.ts'

const service = await startService()
const { sql } = service

/** A store, and an order of two pizzas with cheese, to an area, with a code: 2 × (100 + 10) + 25 − 20 = 225. */
async function anOrderWithEverything() {
  const store = await aStore(service)
  const cheese = await aModifierGroup(service, store, {
    name: 'Extras',
    choices: [{ name: 'Queso', price: 10 }],
  })
  const { id, variants } = await aProduct(service, store, { price: 100, modifierGroupIds: [cheese.id] })
  const areas = [{ name: 'Centro', price: 25 }]
  const option = await aShippingOption(service, store, { price: 50, areas })
  await aDiscount(service, store, { code: 'MENOS20', type: 'fixed', value: 20 })
  await sql`update variants set stock = 10 where store_id = ${store.id}`
  const items = [
    {
      variantId: variants[0]!.id,
      quantity: 2,
      modifiers: [{ choiceId: cheese.choices[0]!.id, quantity: 1 }],
    },
  ]
  const body = {
    ...anOrder(store, items),
    shippingOptionId: option.id,
    areaId: option.areas[0]!.id,
    discountCode: 'MENOS20',
    expectedTotal: 225,
  }
  return { store, productId: id, body }
}

const leftOf = async ({ id }: { id: string }) => {
  const [row] = await sql<[{ orders: number; stock: number; uses: number; customers: number }]>`
    select
      (select count(*) from orders where store_id = ${id})::int as orders,
      (select stock from variants where store_id = ${id})::int as stock,
      (select used_count from discounts where store_id = ${id})::int as uses,
      (select count(*) from customers where store_id = ${id})::int as customers`
  return row
}

const changes: [what: string, total: number, change: (storeId: string) => Promise<unknown>][] = [
  ['a price', 265, (id) => sql`update products set price = 120 where store_id = ${id}`],
  ['a choice', 235, (id) => sql`
    update modifier_groups set choices = jsonb_set(choices, '{0,price}', '15') where store_id = ${id}`],
  ['an area', 240, (id) => sql`
    update shipping_options set areas = jsonb_set(areas, '{0,price}', '40') where store_id = ${id}`],
  ['free shipping', 200, (id) => sql`update stores set free_shipping_from = 220 where id = ${id}`],
  ['a code', 244.98, (id) => sql`update discounts set value = 0.01, type = 'percentage' where store_id = ${id}`],
] // prettier-ignore

suite('the total that the buyer has seen', () => {
  for (const [what, total, change] of changes) {
    test(`${what} that changed after it was seen is 409 TOTAL_CHANGED, and nothing is placed`, async () => {
      const { store, body } = await anOrderWithEverything()
      await change(store.id)
      const refused = await order(service, body)
      assert.deepEqual([refused.status, refused.json.code], [409, 'TOTAL_CHANGED'], refused.text)
      assert.deepEqual(refused.json.details, { expected: 225, total })
      assert.deepEqual(await leftOf(store), { orders: 0, stock: 10, uses: 0, customers: 0 })
      const placed = await order(service, { ...body, expectedTotal: total })
      assert.deepEqual([placed.status, placed.json.total], [201, total], placed.text)
      assert.deepEqual(await leftOf(store), { orders: 1, stock: 8, uses: 1, customers: 1 })
    })
  }

  test('an order of the same total is placed, and none or null is not checked', async () => {
    for (const expectedTotal of [225, null, undefined]) {
      const { body } = await anOrderWithEverything()
      const placed = await order(service, { ...body, expectedTotal })
      assert.deepEqual([placed.status, placed.json.total], [201, 225], placed.text)
    }
  })

  test('a total that is none, or finer than the currency, is 400 on expectedTotal', async () => {
    const { store, body } = await anOrderWithEverything()
    for (const [expectedTotal, reason] of [
      [225.001, 'invalid'],
      ['225', 'type'],
      [-1, 'minimum'],
    ]) {
      const { status, json } = await order(service, { ...body, expectedTotal })
      assert.deepEqual([status, json.details.field, json.details.reason], [400, 'expectedTotal', reason])
    }
    assert.equal((await leftOf(store)).orders, 0)
  })

  test('the refusal is stored under its key: the new total needs another one, and an order that was placed is found first', async () => {
    const { store, body } = await anOrderWithEverything()
    const send = (expectedTotal: number, key: string) =>
      order(service, { ...body, expectedTotal }, { 'idempotency-key': key })
    const [first, second] = [newId(), newId()]
    assert.equal((await send(200, first)).json.code, 'TOTAL_CHANGED')
    const replayed = await send(200, first)
    assert.equal(replayed.headers.get('idempotent-replayed'), 'true')
    assert.deepEqual(replayed.json.details, { expected: 200, total: 225 })
    assert.equal((await send(225, first)).json.code, 'IDEMPOTENCY_KEY_REUSED')
    const placed = await send(225, second)
    assert.equal(placed.status, 201, placed.text)

    await sql`update products set price = 300 where store_id = ${store.id}`
    assert.deepEqual((await send(225, second)).json, placed.json)
    assert.equal((await send(225, newId())).json.code, 'DUPLICATE_ORDER')
  })

  test('orders that race with a change of the price are charged what they expect, or nothing', async () => {
    const { store, productId, body } = await anOrderWithEverything()
    await sql`update variants set stock = null where store_id = ${store.id}`
    const prices = [100, 101]
    const changing = (async () => {
      for (let n = 0; n < 100; n++)
        await sql`update products set price = ${prices[n % 2]!} where store_id = ${store.id} and id = ${productId}`
    })()
    const sent = await Promise.all(
      Array.from({ length: 40 }, () => order(service, { ...body, ...anOrder(store, body.items) })),
    )
    await changing
    assert.deepEqual(new Set(sent.map(({ status }) => status)), new Set([201, 409]))
    for (const { status, json } of sent)
      assert.equal(status === 201 ? json.total : json.details.total, status === 201 ? 225 : 227)
  })
})
