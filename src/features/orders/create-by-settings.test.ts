import assert from 'node:assert/strict'
import { suite, test } from 'node:test'
import { startService } from '../../../test/service.ts'
import { aDiscount, anOrder, aShippingOption, order } from '../../../test/factories.ts'
import { shopsOn } from '../../../test/shop-with-product.ts'

const service = await startService()
const { aShop, read, set } = shopsOn(service)
const HOUR = 3_600_000
const inHours = (hours: number) => new Date(Date.now() + hours * HOUR).toISOString()

suite('the settings of a store', () => {
  test('an order is 400 below the minimum order, compared with the subtotal before discount and shipping', async () => {
    const { store, items } = await aShop({}, { price: 50 })
    const { id: shippingOptionId } = await aShippingOption(service, store, { price: 500 })
    await aDiscount(service, store, { code: 'MITAD', value: 50 })
    await set(store, { minimumOrder: 100.5 })
    const refused = await order(service, { ...anOrder(store, items), shippingOptionId })
    assert.equal(refused.status, 400, refused.text)
    assert.deepEqual([refused.json.details.field, refused.json.details.reason], ['items', 'minimum'])
    assert.match(refused.json.error, /El pedido mínimo es de Q\s?100\.50/)
    await set(store, { minimumOrder: 100 })
    const two = [{ ...items[0]!, quantity: 2 }]
    assert.equal((await order(service, { ...anOrder(store, two), discountCode: 'MITAD' })).status, 201)
  })

  test('shipping is free from the threshold on, compared with the subtotal before discounts', async () => {
    const { store, items } = await aShop({}, { price: 100 })
    const { id: shippingOptionId } = await aShippingOption(service, store, { price: 35, kind: 'pickup' })
    await aDiscount(service, store, { code: 'MITAD', value: 50 })
    await set(store, { freeShippingFrom: 200 })
    const place = async (quantity: number, more = {}) => {
      const body = { ...anOrder(store, [{ ...items[0]!, quantity }]), shippingOptionId, ...more }
      const { shippingOption, total, deliveryKind } = await read(store, (await order(service, body)).json.id)
      return [shippingOption!.price, total, deliveryKind]
    }
    assert.deepEqual(await place(1), [35, 135, 'pickup'])
    assert.deepEqual(await place(2), [0, 200, 'pickup'])
    assert.deepEqual(await place(2, { discountCode: 'MITAD' }), [0, 100, 'pickup'])
  })

  test('an order is 400 on a requested time in the past', async () => {
    const { store, items } = await aShop()
    const refused = await order(service, { ...anOrder(store, items), wantedAt: inHours(-0.1) })
    assert.equal(refused.status, 400, refused.text)
    assert.deepEqual([refused.json.details.field, refused.json.details.reason], ['wantedAt', 'minimum'])
  })

  test('an order is 409 STORE_CLOSED while the store is closed, with the next opening time', async () => {
    const { store, items } = await aShop()
    const closedUntil = inHours(48)
    await set(store, { closedUntil, ordersWhileClosed: false })
    const refused = await order(service, anOrder(store, items))
    assert.equal(refused.status, 409, refused.text)
    assert.deepEqual([refused.json.code, refused.json.details], ['STORE_CLOSED', { opensAt: closedUntil }])
    await set(store, { ordersWhileClosed: true })
    assert.equal((await order(service, anOrder(store, items))).status, 201)
    await set(store, { ordersWhileClosed: false, closedUntil: inHours(-1) })
    assert.equal((await order(service, anOrder(store, items))).status, 201)
  })

  test("an order is 409 STORE_CLOSED outside the opening hours, in the store's time zone", async () => {
    const { store, items } = await aShop()
    const now = Date.now()
    const hourIn = (hours: number) => new Date(now + hours * HOUR).toISOString().slice(0, 13)
    const hour = (hours: number) => `${hourIn(hours).slice(11)}:00`
    const everyDay = (spans: string[][]) =>
      Object.fromEntries(['mon', 'tue', 'wed', 'thu', 'fri', 'sat', 'sun'].map((day) => [day, spans]))
    const closed = everyDay([[hour(2), hour(4)]])
    await set(store, { hours: closed, timeZone: 'UTC', ordersWhileClosed: false })
    const refused = await order(service, anOrder(store, items))
    assert.equal(refused.status, 409, refused.text)
    assert.equal(refused.json.details.opensAt, `${hourIn(2)}:00:00.000Z`)
    await set(store, { timeZone: 'Etc/GMT-3' }) // three hours ahead
    assert.equal((await order(service, anOrder(store, items))).status, 201)
  })

  test('a duplicate is 409 DUPLICATE_ORDER even if the store has closed or the requested time has passed', async () => {
    const { store, items } = await aShop()
    const body = anOrder(store, items)
    const first = await order(service, { ...body, wantedAt: inHours(1) })
    assert.equal(first.status, 201, first.text)
    await set(store, { closedUntil: inHours(1), ordersWhileClosed: false })
    const again = await order(service, { ...body, wantedAt: inHours(-1) })
    assert.equal(again.status, 409)
    assert.deepEqual(again.json.details, { orderNumber: first.json.orderNumber })
  })

  test('a retry with the same Idempotency-Key returns the order even if the store has closed', async () => {
    const { store, items } = await aShop()
    const body = anOrder(store, items)
    const headers = { 'idempotency-key': 'mientras-abierta' }
    const first = await order(service, body, headers)
    await set(store, { closedUntil: inHours(1), ordersWhileClosed: false, minimumOrder: 5000 })
    const again = await order(service, body, headers)
    assert.deepEqual([again.status, again.json], [201, first.json])
  })
})
