import assert from 'node:assert/strict'
import { suite, test } from 'node:test'
import {
  aDiscount,
  aMethod,
  aModifierGroup,
  aProduct,
  aShippingOption,
  aStore,
  aWebhook,
  deliveriesOf,
} from '../../../test/factories.ts'
import { aShopForChanges } from '../../../test/proposals.ts'
import { countByStatus, startService } from '../../../test/service.ts'
import { expireProposals } from './write-proposal.ts'

const service = await startService()
const { sql } = service

suite('POST /api/v1/orders/:id/proposal', () => {
  test('is 201 with the order, which has it open and is otherwise as it was', async () => {
    const shop = await aShopForChanges(service)
    const id = await shop.buy([[shop.a, 2]])
    const before = await shop.read(id)
    const { status, json, headers } = await shop.propose(id, [[shop.a, 1], [shop.b, 1]], 'Queda uno') // prettier-ignore
    assert.equal(status, 201)
    assert.equal(headers.get('location'), `/api/v1/orders/${id}`)
    const { proposal, updatedAt: _at, ...rest } = json.data
    const { proposal: none, updatedAt: _before, ...same } = before
    assert.deepEqual([none, rest], [null, same])
    const { items, sentAt: _sent, ...sums } = proposal!
    assert.deepEqual(items.map(({ quantity, unitPrice }) => [quantity, unitPrice]), [[1, 10], [1, 25]]) // prettier-ignore
    assert.deepEqual(sums, {
      subtotal: 35, discount: 0, shipping: 0, total: 35, message: 'Queda uno', state: 'OPEN', decidedAt: null,
    }) // prettier-ignore
    assert.deepEqual(await shop.stocks(), [8, 10])
  })

  test('one at a time, also when several are sent at once', async () => {
    const shop = await aShopForChanges(service)
    const id = await shop.buy([[shop.a, 2]])
    const answers = await Promise.all([1, 2, 3, 4].map((n) => shop.propose(id, [[shop.a, n]])))
    assert.deepEqual(countByStatus(answers), { 201: 1, 409: 3 })
    assert.equal((await shop.propose(id, [[shop.a, 1]])).json.code, 'PROPOSAL_OPEN')
  })

  test('only of what is pending or confirmed, and not paid', async () => {
    const shop = await aShopForChanges(service)
    const method = await aMethod(service, shop.store)
    for (const [statuses, expected] of [
      [[], 201],
      [['confirmed'], 201],
      [['confirmed', 'shipped'], 409],
      [['confirmed', 'shipped', 'delivered'], 409],
      [['cancelled'], 409],
    ] as const) {
      const id = await shop.buy([[shop.a, 1]])
      for (const status of statuses) await shop.move(id, status)
      const { status, json } = await shop.propose(id, [[shop.b, 1]])
      assert.equal(status, expected, statuses.join())
      if (status === 409) assert.equal((json as { code: string }).code, 'PROPOSAL_NOT_POSSIBLE')
    }
    const id = await shop.buy([[shop.a, 1]], { paymentMethodId: method.id })
    await shop.pay(id)
    const { status, json } = await shop.propose(id, [[shop.b, 1]])
    assert.deepEqual([status, json.code, json.details.payment], [409, 'PROPOSAL_NOT_POSSIBLE', 'PAID'])
  })

  test('present lines keep their price, new ones take that of today', async () => {
    const shop = await aShopForChanges(service)
    const id = await shop.buy([[shop.a, 2]])
    for (const product of [shop.coffee, shop.honey])
      await service.put(`/api/v1/products/${product.id}`, { key: shop.store.key, body: { price: 100 } })
    const { json } = await shop.propose(id, [[shop.a, 3], [shop.b, 1]]) // prettier-ignore
    assert.deepEqual(
      json.data.proposal!.items.map(({ unitPrice }) => unitPrice),
      [10, 100],
    )
    assert.equal(json.data.proposal!.total, 130)
  })

  test('what is no longer sold stays, but not more of it', async () => {
    const shop = await aShopForChanges(service)
    const id = await shop.buy([[shop.a, 2]])
    await service.delete(`/api/v1/products/${shop.coffee.id}`, shop.store.key)
    const more = await shop.propose(id, [[shop.b, 1], [shop.a, 3]]) // prettier-ignore
    assert.deepEqual(
      [more.status, more.json.details.field, more.json.details.reason],
      [400, 'items.1.quantity', 'maximum'],
    )
    const other = await shop.propose(id, [['nada', 1]])
    assert.deepEqual(
      [other.json.details.field, other.json.details.reason],
      ['items.0.variantId', 'not_found'],
    )
    assert.equal((await shop.propose(id, [[shop.a, 2], [shop.b, 1]])).status, 201) // prettier-ignore
  })

  test('stock counts what the order has already', async () => {
    const shop = await aShopForChanges(service, 5)
    const id = await shop.buy([[shop.a, 4]])
    const { status, json } = await shop.propose(id, [[shop.a, 6]])
    assert.deepEqual([status, json.details.reason, json.details.available], [400, 'out_of_stock', 5])
    assert.equal((await shop.propose(id, [[shop.a, 5], [shop.b, 5]])).status, 201) // prettier-ignore
  })

  test('the minimum is that of an order', async () => {
    const shop = await aShopForChanges(service)
    const id = await shop.buy([[shop.b, 2]])
    await service.put('/api/v1/store', { key: shop.store.key, body: { minimumOrder: 30 } })
    const { status, json } = await shop.propose(id, [[shop.b, 1]])
    assert.deepEqual([status, json.details.field, json.details.reason], [400, 'items', 'minimum'])
    assert.equal((await shop.propose(id, [[shop.b, 1], [shop.a, 1]])).status, 201) // prettier-ignore
  })

  test('a discount falls away below its minimum; the own use does not count against it', async () => {
    const shop = await aShopForChanges(service)
    const { code } = await aDiscount(service, shop.store, { maxUses: 1, minOrderTotal: 40 })
    const id = await shop.buy([[shop.b, 2]], { discountCode: code })
    const { json } = await shop.propose(id, [[shop.b, 4]])
    assert.deepEqual([json.data.proposal!.discount, json.data.proposal!.total], [10, 90])
    await shop.withdraw(id)
    const less = await shop.propose(id, [[shop.b, 1]])
    assert.deepEqual([less.json.data.proposal!.discount, less.json.data.proposal!.total], [0, 25])
  })

  test('shipping is free from the amount that the store says, in both directions', async () => {
    const shop = await aShopForChanges(service)
    await service.put('/api/v1/store', { key: shop.store.key, body: { freeShippingFrom: 50 } })
    const { id: shippingOptionId } = await aShippingOption(service, shop.store)
    const dear = await shop.buy([[shop.b, 2]], { shippingOptionId })
    assert.equal((await shop.propose(dear, [[shop.b, 1]])).json.data.proposal!.shipping, 35)
    const cheap = await shop.buy([[shop.b, 1]], { shippingOptionId })
    assert.equal((await shop.propose(cheap, [[shop.b, 2]])).json.data.proposal!.shipping, 0)
  })

  test('shipping that cost nothing by itself stays free, whatever the option costs now', async () => {
    const shop = await aShopForChanges(service)
    const { key } = shop.store
    const { id: shippingOptionId } = await aShippingOption(service, shop.store, { price: 0 })
    const id = await shop.buy([[shop.b, 2]], { shippingOptionId })
    await service.put(`/api/v1/shipping/${shippingOptionId}`, { key, body: { price: 35 } })
    const shippingOf = async () => (await shop.propose(id, [[shop.b, 1]])).json.data.proposal!.shipping
    for (const freeShippingFrom of [null, 60]) {
      await service.put('/api/v1/store', { key, body: { freeShippingFrom } })
      assert.equal(await shippingOf(), 0)
      await shop.withdraw(id)
    }
  })

  test('new lines have choices and notes, which are validated', async () => {
    const shop = await aShopForChanges(service)
    const group = await aModifierGroup(service, shop.store, {
      name: 'Extras',
      minChoices: 1,
      choices: [{ name: 'Queso', price: 3 }],
    })
    const pizza = await aProduct(service, shop.store, { price: 50, modifierGroupIds: [group.id] })
    const id = await shop.buy([[shop.a, 1]])
    const send = (item: object) =>
      service.post(`/api/v1/orders/${id}/proposal`, {
        key: shop.store.key,
        body: {
          items: [
            { variantId: shop.a, quantity: 1 },
            { variantId: pizza.variants[0]!.id, quantity: 1, ...item },
          ],
        },
      })
    const without = await send({})
    assert.deepEqual(
      [without.status, without.json.details.field, without.json.details.reason],
      [400, 'items.1.modifiers', 'min_items'],
    )
    const { json } = await send({ modifiers: [{ choiceId: group.choices[0]!.id }], note: 'Sin cebolla' })
    const item = json.data.proposal!.items[1]!
    assert.deepEqual([item.unitPrice, item.modifiers[0]!.name, item.note], [53, 'Queso', 'Sin cebolla'])
  })

  test('404 on the order of another store', async () => {
    const shop = await aShopForChanges(service)
    const id = await shop.buy([[shop.a, 1]])
    const stranger = await aStore(service)
    const path = `/api/v1/orders/${id}/proposal` as const
    const body = { items: [{ variantId: shop.a, quantity: 1 }] }
    assert.equal((await service.post(path, { key: stranger.key, body })).status, 404)
    assert.equal((await service.delete(path, stranger.key)).status, 404)
  })

  test('expires after 48 hours: for readers at once, for webhooks when the job ran', async () => {
    const shop = await aShopForChanges(service)
    await aWebhook(service, shop.store)
    await sql`update webhooks set events = '{order.updated}' where store_id = ${shop.store.id}`
    const id = await shop.buy([[shop.a, 1]])
    await shop.propose(id, [[shop.b, 1]])
    await sql`
      update orders
      set proposal = jsonb_set(proposal, '{sentAt}', to_jsonb('2026-01-01T10:00:00.000Z'::text))
      where store_id = ${shop.store.id} and id = ${id}`
    const { proposal } = await shop.read(id)
    assert.deepEqual([proposal!.state, proposal!.decidedAt], ['EXPIRED', '2026-01-03T10:00:00.000Z'])
    await assert.rejects(shop.decide(id))
    await expireProposals(sql)
    const events = await deliveriesOf(service, shop.store)
    assert.equal(JSON.stringify(events.at(-1)).includes('EXPIRED'), true)
    const [row] = await sql`select proposal ->> 'state' as state from orders where id = ${id}`
    assert.equal(row!['state'], 'EXPIRED')
    assert.equal((await shop.propose(id, [[shop.b, 1]])).status, 201, 'another may follow')
  })
})
