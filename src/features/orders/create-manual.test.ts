import assert from 'node:assert/strict'
import { randomUUID } from 'node:crypto'
import { suite, test } from 'node:test'
import { startService } from '../../../test/service.ts'
import {
  aDiscount,
  anOrder,
  aPlacedOrder,
  aProduct,
  aReview,
  aShippingOption,
  aStore,
  aWebhook,
  deliveriesOf,
  order,
} from '../../../test/factories.ts'
import { compileValidator } from '../../core/http/schema.ts'
import { createManualOrder, ManualOrder } from './create-manual.ts'
import { toOrder } from './order-row.ts'
import { fromSnapshot } from './snapshot.ts'

const service = await startService({
  WHATSAPP_API_URL: 'http://127.0.0.1:9',
  WHATSAPP_PHONE_NUMBER_ID: '1',
  WHATSAPP_ACCESS_TOKEN: 'x',
  ALLOW_PRIVATE_DESTINATIONS: 'true',
})

async function aShop() {
  const store = await aStore(service)
  const product = await aProduct(service, store, { price: 85 })
  const { storeId: _store, ...body } = anOrder(store, [{ variantId: product.variants[0]!.id, quantity: 2 }])
  return { store, product, body }
}
type Shop = Awaited<ReturnType<typeof aShop>>

const placeManually = ({ store }: Shop, body: ManualOrder, key: string = randomUUID()) =>
  createManualOrder(service.app, store.id, body, { formKey: key })

const read = async <Path extends string>({ store }: Shop, path: Path) => {
  const { status, text, json } = await service.get(`/api/v1/${path}`, store.key)
  assert.equal(status, 200, text)
  return json
}

suite('a manual order', () => {
  test('is placed by the panel with the rules and prices of a public one', async () => {
    const shop = await aShop()
    const { id: shippingOptionId } = await aShippingOption(service, shop.store, { price: 35 })
    await aDiscount(service, shop.store, { code: 'FERIA', type: 'fixed', value: 20 })
    const extras = { shippingOptionId, discountCode: 'feria', notes: 'Llamó', address: '5a avenida 3' }
    const { id, orderNumber } = await placeManually(shop, { ...shop.body, ...extras })
    const { data } = await read(shop, `orders/${id}`)
    assert.equal(data.orderNumber, orderNumber)
    assert.deepEqual(
      [data.subtotal, data.discount, data.shippingOption!.price, data.total],
      [170, { code: 'FERIA', amount: 20 }, 35, 185],
    )
    assert.deepEqual([data.customerAddress, data.notes, data.isTest], ['5a avenida 3', 'Llamó', false])
    assert.deepEqual(
      data.timeline.map(({ status, by }: { status: string; by: string }) => [status, by]),
      [['pending', 'panel']],
    )
  })

  test('is accepted while the store is closed, below its minimum and for any time; free shipping applies', async () => {
    const shop = await aShop()
    const { id: shippingOptionId } = await aShippingOption(service, shop.store, { price: 35 })
    const closedUntil = new Date(Date.now() + 3_600_000).toISOString()
    const settings = { closedUntil, ordersWhileClosed: false, minimumOrder: 500, freeShippingFrom: 170 }
    await service.put('/api/v1/store', { key: shop.store.key, body: settings })
    const wantedAt = '2026-01-02T15:00:00.000Z'
    const { id } = await placeManually(shop, {
      ...shop.body,
      shippingOptionId,
      wantedAt,
      notifyCustomer: true,
    })
    const { data } = await read(shop, `orders/${id}`)
    assert.deepEqual([data.total, data.shippingOption!.price, data.wantedAt], [170, 0, wantedAt])
    assert.equal(data.notifyCustomer, true)
  })

  test('counts towards its customer, the statistics and the discount like any other', async () => {
    const shop = await aShop()
    await aDiscount(service, shop.store, { code: 'FERIA' })
    await placeManually(shop, { ...shop.body, discountCode: 'FERIA' })
    assert.equal((await read(shop, 'customers')).data[0]!.orderCount, 1)
    assert.equal((await read(shop, 'stats')).data.totalOrders, 1)
    assert.equal((await read(shop, 'discounts')).data[0]!.usedCount, 1)
  })

  test('keeps the name of a customer that the store knows; the order has the one that was typed', async () => {
    const shop = await aShop()
    await order(service, { ...shop.body, storeId: shop.store.id, name: 'Ana Morales' })
    const { id } = await placeManually(shop, { ...shop.body, name: 'la de la esquina' })
    assert.equal((await read(shop, `orders/${id}`)).data.customerName, 'la de la esquina')
    const customer = async () => {
      const { name, orderCount } = (await read(shop, 'customers')).data[0]!
      return [name, orderCount]
    }
    assert.deepEqual(await customer(), ['Ana Morales', 2])
    assert.equal((await read(shop, 'orders?search=esquina')).total, 1)
    const more = [{ ...shop.body.items[0]!, quantity: 3 }]
    await order(service, { ...shop.body, storeId: shop.store.id, name: 'Ana M. de Paz', items: more })
    assert.deepEqual(await customer(), ['Ana M. de Paz', 3])
  })

  test('may be a duplicate itself, and the same order of the shopper then is one', async () => {
    const shop = await aShop()
    await placeManually(shop, shop.body)
    const { orderNumber } = await placeManually(shop, shop.body)
    const { status, json } = await order(service, { ...shop.body, storeId: shop.store.id })
    assert.deepEqual([status, json.details?.orderNumber], [409, orderNumber])
  })

  test('sends an event to webhooks, but no notice to the owner', async () => {
    const shop = await aShop()
    await aWebhook(service, shop.store)
    const { id } = await placeManually(shop, shop.body)
    assert.deepEqual(
      (await deliveriesOf(service, shop.store)).map(({ event, subjectId }) => [event, subjectId]),
      [['order.created', id]],
    )
    const others = await service.sql`
      select 1 from deliveries where store_id = ${shop.store.id} and kind <> 'webhook'`
    assert.equal(others.length, 0)
    const { notification } = (await read(shop, `orders/${id}`)).data
    assert.equal(notification.state, 'NOT_CONFIGURED')
    const { notification: ofShopper } = await aPlacedOrder(service, shop.store)
    assert.equal(ofShopper.state, 'QUEUED')
  })

  test('is placed once per form, also by concurrent requests', async () => {
    const shop = await aShop()
    const key = randomUUID()
    const asked = await Promise.allSettled(
      Array.from({ length: 10 }, () => placeManually(shop, shop.body, key)),
    )
    const again = await placeManually(shop, shop.body, key)
    for (const one of asked) {
      if (one.status === 'fulfilled') assert.deepEqual(one.value, again)
      else assert.equal(one.reason.body.code, 'IDEMPOTENCY_IN_PROGRESS')
    }
    assert.equal((await read(shop, 'orders')).total, 1)
    assert.notEqual((await placeManually(shop, { ...shop.body, name: 'Otra' }, key)).id, again.id)
    const other = await aShop()
    assert.notEqual((await placeManually(other, other.body, key)).id, again.id)
  })

  test('fails for items that are not for sale, and stores nothing', async () => {
    const shop = await aShop()
    const wrong = [
      { items: [{ variantId: 'nada', quantity: 1 }] },
      { shippingOptionId: 'nada' },
      { discountCode: 'NADA' },
    ]
    for (const part of wrong)
      await assert.rejects(placeManually(shop, { ...shop.body, ...part }), { status: 400 })
    assert.equal((await read(shop, 'orders')).total, 0)
    await service.sql`update stores set billing_state = 'suspended' where id = ${shop.store.id}`
    await assert.rejects(placeManually(shop, shop.body), { status: 402 })
  })

  test('is validated by the schema of a public order, which has no isTest', async () => {
    const { store, body } = await aShop()
    const check = compileValidator(ManualOrder, 'body')
    assert.ok('value' in check({ ...body, isTest: true }))
    for (const part of [{ phone: '123' }, { items: [] }, { name: ' ' }, { storeId: store.id }]) {
      assert.ok('error' in check({ ...body, ...part }), JSON.stringify(part))
    }
    const { status, json } = await order(service, { ...body, storeId: store.id, isTest: true })
    assert.deepEqual([status, json.details.field], [400, 'isTest'])
  })

  test('can not be placed through the API', async () => {
    const { store, body } = await aShop()
    assert.equal((await service.post('/api/v1/orders', { key: store.key, body })).status, 405)
  })
})

suite('a test order', () => {
  test('has isTest in the list, in the full order and in its webhook', async () => {
    const shop = await aShop()
    await aWebhook(service, shop.store)
    const { id } = await placeManually(shop, { ...shop.body, isTest: true })
    assert.equal((await read(shop, `orders/${id}`)).data.isTest, true)
    assert.equal((await read(shop, 'orders')).data[0]!.isTest, true)
    const [delivery] = await deliveriesOf(service, shop.store)
    assert.equal(toOrder(fromSnapshot(delivery!.payload)).isTest, true)
  })

  test('is found by its name and its phone', async () => {
    const shop = await aShop()
    const { id } = await placeManually(shop, { ...shop.body, name: 'Prueba Íntima', isTest: true })
    for (const search of ['intima', shop.body.phone.slice(1)]) {
      assert.deepEqual(
        (await read(shop, `orders?search=${search}`)).data.map((found: { id: string }) => found.id),
        [id],
      )
    }
  })

  test('creates no customer; the first real order does', async () => {
    const shop = await aShop()
    const { id } = await placeManually(shop, { ...shop.body, isTest: true })
    const none = await read(shop, 'customers')
    assert.deepEqual([none.data, none.total], [[], 0])
    assert.deepEqual((await read(shop, `customers?search=${shop.body.phone.slice(1)}`)).total, 0)
    const [{ customerId }] = await service.sql<[{ customerId: string }]>`
      select customer_id from orders where id = ${id}`
    assert.equal((await service.get(`/api/v1/customers/${customerId}`, shop.store.key)).status, 404)

    const { json } = await order(service, { ...shop.body, name: 'Ana Real', storeId: shop.store.id })
    const { data, total } = await read(shop, 'customers')
    const placed = (await read(shop, `orders/${json.id}`)).data
    assert.deepEqual([total, data[0]!.name, data[0]!.orderCount], [1, 'Ana Real', 1])
    assert.equal(data[0]!.firstOrderAt, placed.createdAt)
    const { orders } = (await read(shop, `customers/${data[0]!.id}`)).data
    assert.deepEqual(
      orders.map((one: { id: string }) => one.id),
      [json.id],
    )
  })

  test('does not change a customer in any status', async () => {
    const shop = await aShop()
    await order(service, { ...shop.body, storeId: shop.store.id })
    const before = (await read(shop, 'customers')).data
    const { id } = await placeManually(shop, { ...shop.body, name: 'Prueba', isTest: true })
    await service.put(`/api/v1/orders/${id}`, { key: shop.store.key, body: { status: 'confirmed' } })
    assert.deepEqual((await read(shop, 'customers')).data, before)
  })

  test('is left out of the statistics and the report', async () => {
    const shop = await aShop()
    const { id } = await placeManually(shop, { ...shop.body, isTest: true })
    await service.put(`/api/v1/orders/${id}`, { key: shop.store.key, body: { status: 'confirmed' } })
    const { totalOrders, popularProducts } = (await read(shop, 'stats')).data
    assert.deepEqual([totalOrders, popularProducts], [0, []])
    assert.deepEqual((await read(shop, 'stats/report')).data.currencies, [])
  })

  test('does not count as a use of a discount, cancelled or not', async () => {
    const shop = await aShop()
    await aDiscount(service, shop.store, { code: 'FERIA', maxUses: 1 })
    const used = async () => (await read(shop, 'discounts')).data[0]!.usedCount
    const { id } = await placeManually(shop, { ...shop.body, discountCode: 'FERIA', isTest: true })
    assert.equal((await read(shop, `orders/${id}`)).data.discount!.amount, 17)
    assert.equal(await used(), 0)
    await order(service, { ...shop.body, storeId: shop.store.id, discountCode: 'FERIA' })
    await service.put(`/api/v1/orders/${id}`, { key: shop.store.key, body: { status: 'cancelled' } })
    assert.equal(await used(), 1)
  })

  test('verifies no review, does not lock the currency, and does not hide real orders', async () => {
    const shop = await aShop()
    const { id } = await placeManually(shop, { ...shop.body, isTest: true })
    await service.put(`/api/v1/orders/${id}`, { key: shop.store.key, body: { status: 'confirmed' } })
    const [{ trackingToken }] = await service.sql<[{ trackingToken: string }]>`
      select tracking_token from orders where id = ${id}`
    await aReview(service, shop.store, shop.product.id, { trackingToken })
    assert.equal((await read(shop, 'reviews')).data[0]!.verifiedPurchase, false)
    const change = (currency: string) =>
      service.put('/api/v1/store', { key: shop.store.key, body: { currency } })
    assert.equal((await change('MXN')).status, 200)
    assert.equal((await order(service, { ...shop.body, storeId: shop.store.id })).status, 201)
    assert.equal((await change('GTQ')).status, 409)
  })
})
