import assert from 'node:assert/strict'
import { suite, test } from 'node:test'
import { startService } from '../../../test/service.ts'
import { aMethod, anAddress, anOrder, aProduct, aStore, aWebhook } from '../../../test/factories.ts'
import type { Provider } from './payment.ts'
import { recordProviderPayment, setPayUrl, type PaymentMove } from './record-payment.ts'

const service = await startService()
const { sql } = service

/** A store with a product of 100, and what places an order of two of them. */
async function aShop(overrides = {}) {
  const store = await aStore(service, overrides)
  const { variants } = await aProduct(service, store, { price: 100 })
  const place = (fields: object = {}) =>
    service.post('/api/orders', {
      headers: anAddress(),
      body: { ...anOrder(store, [{ variantId: variants[0]!.id, quantity: 2 }]), ...fields },
    })
  const placed = async (fields: object = {}) => {
    const { status, text, json } = await place(fields)
    assert.equal(status, 201, text)
    return json
  }
  const pay = (id: string, body: object) =>
    service.post(`/api/v1/orders/${id}/payment`, { key: store.key, body })
  const read = async (id: string) => (await service.get(`/api/v1/orders/${id}`, store.key)).json.data
  return { store, place, placed, pay, read }
}

const move = (change: PaymentMove<Provider>) =>
  sql.begin((tx) => recordProviderPayment(tx, service.app.config, change))

suite('an order with a payment method', () => {
  test('knows how it is to be paid, in the response, in both shapes, and after the method was deleted', async () => {
    const { store, placed, read } = await aShop()
    const method = await aMethod(service, store, { kind: 'cash', name: 'Efectivo' })
    const { id, payment } = await placed({ paymentMethodId: method.id, changeFor: 500 })
    const summary = {
      methodId: method.id,
      kind: 'cash',
      name: 'Efectivo',
      state: 'PENDING',
      amount: 200,
      changeFor: 500,
      reference: null,
      paidAt: null,
      by: 'shopper',
    }
    const full = { ...summary, receipts: [], pix: null, payUrl: null }
    assert.deepEqual(payment, full)
    assert.deepEqual((await read(id)).payment, full)
    const { json } = await service.get('/api/v1/orders', store.key)
    assert.deepEqual(json.data[0]!.payment, summary)
    await service.delete(`/api/v1/payment-methods/${method.id}`, store.key)
    assert.deepEqual((await read(id)).payment, full)
  })

  test('has no payment without one', async () => {
    const { placed, read, pay } = await aShop()
    const { id, payment } = await placed()
    assert.equal(payment, null)
    assert.equal((await read(id)).payment, null)
    const rejected = await pay(id, { state: 'PAID' })
    assert.deepEqual([rejected.status, rejected.json.code], [409, 'NO_PAYMENT_METHOD'])
  })

  test('400 on a method that is unknown, inactive or of another store, and on change that does not fit', async () => {
    const { store, place } = await aShop()
    const cash = await aMethod(service, store, { kind: 'cash', name: 'Efectivo' })
    const transfer = await aMethod(service, store)
    const off = await aMethod(service, store, { isActive: false })
    const foreign = await aMethod(service, await aStore(service))
    const cases: [fields: object, field: string, reason: string][] = [
      [{ paymentMethodId: 'nadie' }, 'paymentMethodId', 'not_found'],
      [{ paymentMethodId: off.id }, 'paymentMethodId', 'not_found'],
      [{ paymentMethodId: foreign.id }, 'paymentMethodId', 'not_found'],
      [{ paymentMethodId: cash.id, changeFor: 199.99 }, 'changeFor', 'minimum'],
      [{ paymentMethodId: cash.id, changeFor: 200.001 }, 'changeFor', 'invalid'],
      [{ paymentMethodId: transfer.id, changeFor: 300 }, 'changeFor', 'invalid'],
      [{ changeFor: 300 }, 'changeFor', 'invalid'],
    ]
    for (const [fields, field, reason] of cases) {
      const { status, json } = await place(fields)
      assert.deepEqual([status, json.details?.field, json.details?.reason], [400, field, reason])
    }
    assert.equal((await service.get('/api/v1/orders', store.key)).json.total, 0)
  })

  test('is paid at once where it costs nothing', async () => {
    const { store, placed } = await aShop()
    const { id: webhook } = await aWebhook(service, store)
    await sql`update webhooks set events = '{order.paid}' where id = ${webhook}`
    await sql`insert into discounts (store_id, id, code, type, value) values (${store.id}, 'd', 'GRATIS', 'percentage', 100)`
    const method = await aMethod(service, store)
    const { id, payment, trackingUrl } = await placed({ paymentMethodId: method.id, discountCode: 'GRATIS' })
    assert.deepEqual([payment!.state, payment!.amount, payment!.by], ['PAID', 0, 'system'])
    assert.deepEqual(await eventsOf(webhook), ['order.paid'])
    const page = async () => (await service.get(new URL(trackingUrl).pathname)).text
    assert.doesNotMatch(await page(), /acordar el pago/)
    await service.put(`/api/v1/orders/${id}`, { key: store.key, body: { status: 'cancelled' } })
    assert.doesNotMatch(await page(), /te lo devuelve/)
  })
})

async function eventsOf(webhook: string) {
  const rows = await sql<{ event: string }[]>`
    select event from deliveries where recipient = ${webhook} order by created_at, event desc`
  return rows.map(({ event }) => event)
}

suite('POST /api/v1/orders/:id/payment', () => {
  test('moves the payment, not the status, with its events and its record', async () => {
    const { store, placed, pay } = await aShop()
    const { id: webhook } = await aWebhook(service, store)
    await sql`update webhooks set events = '{order.updated,order.paid}' where id = ${webhook}`
    const method = await aMethod(service, store)
    const { id } = await placed({ paymentMethodId: method.id })
    const paid = await pay(id, { state: 'PAID', reference: ' T-4471 ' })
    assert.equal(paid.status, 200, paid.text)
    const { payment, status } = paid.json.data
    assert.deepEqual(
      [payment!.state, payment!.reference, payment!.by, status],
      ['PAID', 'T-4471', 'api', 'pending'],
    )
    assert.ok(Math.abs(Date.parse(payment!.paidAt!) - Date.now()) < 60_000)
    assert.deepEqual((await pay(id, { state: 'PAID' })).json.data, paid.json.data)
    assert.deepEqual(await eventsOf(webhook), ['order.updated', 'order.paid'])
    const [change] = (await service.get('/api/v1/changes', store.key)).json.data
    assert.match(change!.summary, /marcó como pagado el pedido PED-\w{6}$/)
    assert.equal(change!.canUndo, false)

    const back = await pay(id, { state: 'PENDING' })
    assert.deepEqual([back.json.data.payment!.state, back.json.data.payment!.paidAt], ['PENDING', null])
    assert.equal((await eventsOf(webhook)).length, 3)
  })

  test('notes another reference of what is paid already, and leaves when it was paid', async () => {
    const { store, placed, pay } = await aShop()
    const { id: webhook } = await aWebhook(service, store)
    await sql`update webhooks set events = '{order.updated,order.paid}' where id = ${webhook}`
    const { id } = await placed({ paymentMethodId: (await aMethod(service, store)).id })
    const { paidAt } = (await pay(id, { state: 'PAID' })).json.data.payment!
    for (let n = 0; n < 2; n++) {
      const { payment } = (await pay(id, { state: 'PAID', reference: 'T-4472' })).json.data
      assert.deepEqual([payment!.reference, payment!.paidAt], ['T-4472', paidAt])
    }
    assert.deepEqual(await eventsOf(webhook), ['order.updated', 'order.paid', 'order.updated'])
  })

  test('is rejected where a provider confirmed the payment, and takes over what the store had marked', async () => {
    const { store, placed, pay, read } = await aShop()
    const method = await aMethod(service, store)
    const { id } = await placed({ paymentMethodId: method.id })
    await pay(id, { state: 'PAID', reference: 'mano' })
    const confirmed = {
      storeId: store.id,
      orderId: id,
      state: 'PAID',
      by: 'mercadopago',
      reference: '77',
    } as const
    assert.equal((await move(confirmed)).isChanged, true)
    assert.equal((await move(confirmed)).isChanged, false)
    const { payment, status } = await read(id)
    assert.deepEqual([payment!.by, payment!.reference, status], ['mercadopago', '77', 'pending'])
    assert.equal((await pay(id, { state: 'PAID' })).json.data.payment!.reference, '77')
    for (const body of [{ state: 'PENDING' }, { state: 'PAID', reference: 'mano' }]) {
      const rejected = await pay(id, body)
      assert.deepEqual([rejected.status, rejected.json.code], [409, 'PAID_BY_PROVIDER'])
    }
    assert.equal((await move({ ...confirmed, state: 'REFUNDED' })).isChanged, true)
    assert.equal((await read(id)).payment!.state, 'REFUNDED')
  })

  test('400 on REVIEW, which only a receipt leads to, and 404 on an unknown order', async () => {
    const { pay } = await aShop()
    assert.equal((await pay('nadie', { state: 'REVIEW' })).status, 400)
    assert.equal((await pay('nadie', { state: 'PAID' })).status, 404)
  })
})

suite('a confirmation by a provider', () => {
  test('confirms a pending order where the store wants that', async () => {
    const { store, placed, read } = await aShop()
    const settings = await service.put('/api/v1/store', { key: store.key, body: { confirmPaidOrders: true } })
    assert.equal(settings.json.data.confirmPaidOrders, true)
    const method = await aMethod(service, store)
    const { id } = await placed({ paymentMethodId: method.id })
    await setPayUrl(sql, { storeId: store.id, orderId: id, payUrl: 'https://vitrina.example/pagar' })
    assert.equal((await read(id)).payment!.payUrl, 'https://vitrina.example/pagar')
    await move({ storeId: store.id, orderId: id, state: 'PAID', by: 'stripe', reference: 'pi_1' })
    const { status, timeline, payment } = await read(id)
    assert.deepEqual([status, timeline.at(-1)!.by, payment!.payUrl], ['confirmed', 'payment', null])
  })

  test('leaves a cancelled order cancelled, and paid', async () => {
    const { store, placed, read } = await aShop()
    await service.put('/api/v1/store', { key: store.key, body: { confirmPaidOrders: true } })
    const method = await aMethod(service, store)
    const { id } = await placed({ paymentMethodId: method.id })
    await service.put(`/api/v1/orders/${id}`, { key: store.key, body: { status: 'cancelled' } })
    await move({ storeId: store.id, orderId: id, state: 'PAID', by: 'stripe', reference: 'pi_2' })
    const { status, payment } = await read(id)
    assert.deepEqual([status, payment!.state], ['cancelled', 'PAID'])
  })
})

type Placed = { id: string }

suite('GET /api/v1/orders', () => {
  test('lists by payment and by the last change', async () => {
    const { store, placed, pay } = await aShop()
    const method = await aMethod(service, store)
    const orders: Placed[] = []
    for (let n = 0; n < 3; n++) orders.push(await placed({ paymentMethodId: n < 2 ? method.id : null }))
    const [first, second, plain] = orders as [Placed, Placed, Placed]
    await pay(first.id, { state: 'PAID' })
    const ids = async (query: string) => {
      const { json } = await service.get(`/api/v1/orders?${query}`, store.key)
      assert.equal(json.total, json.data.length)
      return json.data.map(({ id }: { id: string }) => id)
    }
    assert.deepEqual(await ids('paymentState=PAID'), [first.id])
    assert.deepEqual(await ids('paymentState=PENDING&status=pending'), [second.id])
    assert.deepEqual(await ids('updatedSince=2020-01-01T00:00:00Z'), [first.id, plain.id, second.id])
    const { json } = await service.get(`/api/v1/orders/${first.id}`, store.key)
    assert.deepEqual(await ids(`updatedSince=${json.data.updatedAt}`), [first.id])
    assert.equal((await service.get('/api/v1/orders?paymentState=LOST', store.key)).status, 400)
  })
})
