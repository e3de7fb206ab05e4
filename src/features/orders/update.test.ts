import assert from 'node:assert/strict'
import { suite, test } from 'node:test'
import { startService, countByStatus } from '../../../test/service.ts'
import {
  aDiscount,
  aKey,
  anOrder,
  aPlacedOrder,
  aProduct,
  aShippingOption,
  aStore,
  order as place,
} from '../../../test/factories.ts'
import { OrderStatus } from './order.ts'

const service = await startService()

type Store = Awaited<ReturnType<typeof aStore>>

const move = (store: { key: string }, id: string, status: string) =>
  service.put(`/api/v1/orders/${id}`, { key: store.key, body: { status } })

const ways: Record<OrderStatus, OrderStatus[]> = {
  pending: [],
  confirmed: ['confirmed'],
  shipped: ['confirmed', 'shipped'],
  delivered: ['confirmed', 'shipped', 'delivered'],
  cancelled: ['cancelled'],
}

async function anOrderThatIs(status: OrderStatus, store: Store) {
  const placed = await aPlacedOrder(service, store)
  for (const step of ways[status]) assert.equal((await move(store, placed.id, step)).status, 200)
  return (await service.get(`/api/v1/orders/${placed.id}`, store.key)).json.data
}

const allowed: Record<OrderStatus, OrderStatus[]> = {
  pending: ['confirmed', 'cancelled'],
  confirmed: ['shipped', 'cancelled'],
  shipped: ['delivered', 'cancelled'],
  delivered: [],
  cancelled: [],
}

suite('PUT /api/v1/orders/:id', () => {
  for (const from of OrderStatus.enum) {
    for (const to of OrderStatus.enum) {
      const may = allowed[from].includes(to)
      test(`${from} to ${to}: ${from === to ? 'nothing changes' : may ? 'moves' : '409'}`, async () => {
        const store = await aStore(service)
        const before = await anOrderThatIs(from, store)
        const answer = await move(store, before.id, to)
        const after = (await service.get(`/api/v1/orders/${before.id}`, store.key)).json.data
        if (from === to) {
          assert.equal(answer.status, 200)
          assert.deepEqual(answer.json.data, before)
          assert.deepEqual(after, before)
        } else if (may) {
          assert.equal(answer.status, 200, answer.text)
          assert.deepEqual(answer.json.data, after)
          const { updatedAt, timeline } = after
          const step = { status: to, at: updatedAt, by: 'api' }
          const moved = { status: to, nextStatuses: allowed[to], updatedAt, timeline }
          assert.deepEqual(after, { ...before, ...moved })
          assert.deepEqual(timeline, [...before.timeline, step])
          assert.ok(updatedAt >= before.updatedAt)
        } else {
          assert.deepEqual([answer.status, answer.json.code], [409, 'INVALID_STATUS_TRANSITION'])
          assert.deepEqual(answer.json.details, { from, to, allowed: allowed[from] })
          assert.deepEqual(after, before)
        }
      })
    }
  }

  test('an invalid transition has a message in Spanish', async () => {
    const store = await aStore(service)
    const { id } = await aPlacedOrder(service, store)
    const { json } = await move(store, id, 'delivered')
    assert.equal(json.error, 'Un pedido pendiente no puede pasar a entregado')
  })

  test('an invalid transition of a pickup order calls it ready, not sent', async () => {
    const store = await aStore(service)
    const { id: shippingOptionId } = await aShippingOption(service, store, { kind: 'pickup' })
    const { id } = await aPlacedOrder(service, store, { shippingOptionId })
    const tooEarly = await move(store, id, 'shipped')
    assert.equal(tooEarly.json.error, 'Un pedido pendiente no puede pasar a listo para recoger')
    for (const step of ways.shipped) assert.equal((await move(store, id, step)).status, 200)
    const back = await move(store, id, 'confirmed')
    assert.equal(back.json.error, 'Un pedido listo para recoger no puede pasar a confirmado')
    assert.deepEqual(back.json.details, { from: 'shipped', to: 'confirmed', allowed: allowed.shipped })
  })

  test('200 on an empty body, and nothing changes', async () => {
    const store = await aStore(service)
    const before = await anOrderThatIs('confirmed', store)
    const same = await service.put(`/api/v1/orders/${before.id}`, { key: store.key, body: {} })
    assert.equal(same.status, 200)
    assert.deepEqual(same.json.data, before)
  })

  test('400 on an unknown status, a status that is not a string, or another field', async () => {
    const store = await aStore(service)
    const { id } = await aPlacedOrder(service, store)
    const bad = [
      [{ status: 'paid' }, 'status', 'enum'],
      [{ status: 'CONFIRMED' }, 'status', 'enum'],
      [{ status: null }, 'status', 'enum'],
      [{ total: 1 }, 'total', 'unknown_field'],
    ] as const
    for (const [body, field, reason] of bad) {
      const refused = await service.put(`/api/v1/orders/${id}`, { key: store.key, body })
      assert.equal(refused.status, 400)
      assert.deepEqual([refused.json.details.field, refused.json.details.reason], [field, reason])
    }
    const none = await service.put(`/api/v1/orders/${id}`, { key: store.key })
    assert.equal(none.status, 400)
  })

  test("404 on an unknown order and on another store's; 403 without the scope", async () => {
    const store = await aStore(service)
    const { id } = await aPlacedOrder(service, store)
    const stranger = await aStore(service)
    assert.equal((await move(stranger, id, 'confirmed')).status, 404)
    assert.equal((await move(store, 'nadie', 'confirmed')).status, 404)
    const key = await aKey(service, { storeId: store.id, accountId: store.ownerId, scopes: ['orders:read'] })
    assert.equal((await move({ key }, id, 'confirmed')).json.details.requiredScope, 'orders:write')
    assert.equal((await service.get(`/api/v1/orders/${id}`, store.key)).json.data.status, 'pending')
  })

  test('cancelling releases the use of a discount once', async () => {
    const store = await aStore(service)
    await aDiscount(service, store, { code: 'UNICO', maxUses: 1 })
    const { variants } = await aProduct(service, store)
    const use = () =>
      place(service, {
        ...anOrder(store, [{ variantId: variants[0]!.id, quantity: 1 }]),
        discountCode: 'UNICO',
      })
    const used = async () => (await service.get('/api/v1/discounts', store.key)).json.data[0]!.usedCount
    const first = await use()
    assert.equal(await used(), 1)
    assert.equal((await use()).json.details.reason, 'exhausted')
    await move(store, first.json.id, 'cancelled')
    await move(store, first.json.id, 'cancelled')
    assert.equal(await used(), 0)
    const second = await use()
    assert.equal(second.status, 201)
    await move(store, second.json.id, 'confirmed')
    assert.equal(await used(), 1)
  })

  test('of many concurrent changes one succeeds, and the others see its status', async () => {
    const store = await aStore(service)
    const { id } = await aPlacedOrder(service, store)
    const answers = await Promise.all(
      Array.from({ length: 10 }, (_, i) => move(store, id, i % 2 ? 'confirmed' : 'shipped')),
    )
    for (const { status, json } of answers) {
      if (status === 409) assert.match(String(json.details['from']), /^(pending|shipped)$/)
    }
    const { status, timeline } = (await service.get(`/api/v1/orders/${id}`, store.key)).json.data
    const steps = timeline.map((step: { status: string }) => step.status)
    assert.deepEqual(steps, ['pending', 'confirmed', 'shipped'].slice(0, steps.length))
    assert.equal(steps.at(-1), status)

    const other = await aPlacedOrder(service, store)
    const both = await Promise.all([move(store, other.id, 'cancelled'), move(store, other.id, 'cancelled')])
    assert.deepEqual(countByStatus(both), { 200: 2 })
    const cancelled = (await service.get(`/api/v1/orders/${other.id}`, store.key)).json.data
    assert.equal(cancelled.timeline.length, 2)
  })
})
