import assert from 'node:assert/strict'
import { suite, test } from 'node:test'
import { aMethod, anAddress, anOrder, aProduct, aStore } from '../../../test/factories.ts'
import { startService } from '../../../test/service.ts'
import { waitFor } from '../../../test/wait-for.ts'
import { createLog } from '../../core/process/log.ts'
import { cancelUnpaidOrders } from './cancel-unpaid.ts'
import { recordPayment, recordProviderPayment } from './record-payment.ts'

const service = await startService()
const { sql } = service
const log = createLog('silent')

/** A store that gives its orders a day to be paid, since long ago, with twenty of a product. */
async function aShop(unpaidHours: number | null = 24) {
  const store = await aStore(service)
  const settings = await service.put('/api/v1/store', { key: store.key, body: { unpaidHours } })
  assert.equal(settings.json.data.unpaidHours, unpaidHours)
  await sql`update stores set unpaid_hours_set_at = now() - interval '2 hours' where id = ${store.id}`
  const { id: productId, variants } = await aProduct(service, store, {
    variants: [{ name: 'Única', stock: 20 }],
  })
  const method = await aMethod(service, store)

  async function place(fields: object = { paymentMethodId: method.id }, hoursAgo = 25) {
    const body = { ...anOrder(store, [{ variantId: variants[0]!.id, quantity: 2 }]), ...fields }
    const { json, text, status } = await service.post('/api/orders', { headers: anAddress(), body })
    assert.equal(status, 201, text)
    await sql`update orders set created_at = now() - make_interval(hours => ${hoursAgo}) where id = ${json.id}`
    return { id: json.id, page: new URL(json.trackingUrl).pathname }
  }
  const read = async (id: string) => (await service.get(`/api/v1/orders/${id}`, store.key)).json.data
  const stock = async () =>
    (await service.get(`/api/v1/products/${productId}`, store.key)).json.data.variants[0]!.stock
  return { store, place, read, stock }
}

suite('an order that nobody paid in time', () => {
  test('is cancelled by the system, gives its stock back once, and its page says why', async () => {
    const { place, read, stock } = await aShop()
    const { id, page } = await place()
    assert.equal(await stock(), 18)
    await Promise.all([
      cancelUnpaidOrders(sql, log, service.app.config),
      cancelUnpaidOrders(sql, log, service.app.config),
      cancelUnpaidOrders(sql, log, service.app.config),
    ])
    const { status, timeline } = await read(id)
    assert.deepEqual([status, timeline.at(-1)!.by, timeline.length], ['cancelled', 'system', 2])
    assert.equal(await stock(), 20)
    assert.match((await service.get(page)).text, /No se pagó a tiempo/)
  })

  test('waits where it is younger, in cash, without a method, in review, paid or confirmed', async () => {
    const { store, place, read } = await aShop()
    const cash = await aMethod(service, store, { kind: 'cash', name: 'Efectivo' })
    const method = { paymentMethodId: (await aMethod(service, store)).id }
    const [young, inCash, plain] = [
      await place(method, 23),
      await place({ paymentMethodId: cash.id }),
      await place({}),
    ]
    const [inReview, paid, confirmed] = [await place(), await place(), await place()]
    const move = (orderId: string, state: 'REVIEW' | 'PAID') =>
      sql.begin((tx) => recordPayment(tx, { storeId: store.id, orderId, state, by: 'shopper' }))
    await move(inReview.id, 'REVIEW')
    await move(paid.id, 'PAID')
    await service.put(`/api/v1/orders/${confirmed.id}`, { key: store.key, body: { status: 'confirmed' } })
    await cancelUnpaidOrders(sql, log, service.app.config)
    for (const { id } of [young, inCash, plain, inReview, paid, confirmed])
      assert.notEqual((await read(id)).status, 'cancelled')
  })

  test('waits for an hour after its payment was moved back, which may have been a mistake', async () => {
    const { store, place, read } = await aShop()
    const { id } = await place()
    for (const state of ['PAID', 'PENDING'])
      await service.post(`/api/v1/orders/${id}/payment`, { key: store.key, body: { state } })
    await cancelUnpaidOrders(sql, log, service.app.config)
    assert.equal((await read(id)).status, 'pending')
    await sql`
      update orders
      set payment = jsonb_set(payment, '{history,-1,at}', to_jsonb(now() - interval '61 minutes'))
      where id = ${id}`
    await cancelUnpaidOrders(sql, log, service.app.config)
    assert.equal((await read(id)).status, 'cancelled')
  })

  test('is cancelled where another one of its store, or of another store, fails', async () => {
    const shops = [await aShop(), await aShop()]
    for (const { place, read } of shops) {
      const [broken, good] = [await place(), await place(undefined, 26)]
      await sql`update orders set items = jsonb_set(items, '{0,quantity}', '"x"') where id = ${broken.id}`
      await cancelUnpaidOrders(sql, log, service.app.config)
      assert.equal((await read(good.id)).status, 'cancelled')
      const [row] = await sql<{ status: string }[]>`select status from orders where id = ${broken.id}`
      assert.equal(row!.status, 'pending')
    }
  })

  test('waits for an hour after the hours were set, and for ever without them', async () => {
    const fresh = await aShop()
    await sql`update stores set unpaid_hours_set_at = now() - interval '59 minutes' where id = ${fresh.store.id}`
    const never = await aShop(null)
    const [first, second] = [await fresh.place(), await never.place()]
    await cancelUnpaidOrders(sql, log, service.app.config)
    assert.equal((await fresh.read(first.id)).status, 'pending')
    assert.equal((await never.read(second.id)).status, 'pending')
  })

  test('is not cancelled where its payment commits while the cancellation waits for it', async () => {
    const { store, place, read } = await aShop()
    const { id } = await place()
    let cancelled: Promise<boolean> | undefined
    await sql.begin(async (tx) => {
      await recordProviderPayment(tx, service.app.config, {
        storeId: store.id,
        orderId: id,
        state: 'PAID',
        by: 'stripe',
      })
      cancelled = cancelUnpaidOrders(sql, log, service.app.config)
      await waitFor(async () => (await sql`select from pg_locks where not granted`).length > 0)
    })
    await cancelled
    assert.equal((await read(id)).status, 'pending')
  })

  test('races with its payment and with a cancellation: one of them wins, and the stock is right', async () => {
    const { store, place, read, stock } = await aShop()
    for (let round = 0; round < 8; round++) {
      const { id } = await place()
      const pay = () =>
        sql.begin((tx) =>
          recordProviderPayment(tx, service.app.config, {
            storeId: store.id,
            orderId: id,
            state: 'PAID',
            by: 'stripe',
          }),
        )
      const cancel = () =>
        service.put(`/api/v1/orders/${id}`, { key: store.key, body: { status: 'cancelled' } })
      const others = round % 2 ? [pay] : [cancel]
      await Promise.all([
        cancelUnpaidOrders(sql, log, service.app.config),
        ...others.map((other) => other()),
        cancelUnpaidOrders(sql, log, service.app.config),
      ])
      const { status, payment, timeline } = await read(id)
      assert.ok(timeline.length <= 2)
      if (round % 2) assert.equal(payment!.state, 'PAID')
      else assert.equal(status, 'cancelled')
      if (status !== 'cancelled') await cancel()
      assert.equal(await stock(), 20)
    }
  })
})
