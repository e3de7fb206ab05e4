import assert from 'node:assert/strict'
import { after, suite, test } from 'node:test'
import { notificationOf, startMercadoPago } from '../../../../test/mercadopago.ts'
import { aMercadoPagoShop } from '../../../../test/online-shop.ts'
import { startService } from '../../../../test/service.ts'
import { waitFor } from '../../../../test/wait-for.ts'
import { createLog } from '../../../core/process/log.ts'
import { startPaymentChecks } from './check-payment.ts'

const mercadoPago = await startMercadoPago()
const service = await startService(mercadoPago.env)
const { sql, app } = service
const { config, providers } = app
const start = () => startPaymentChecks({ sql, log: createLog('silent'), config, providers })
let loop = start()
after(() => loop.stop())

/** An order that waits to be paid, and what happens to it at the provider. */
async function anOrderToPay(account?: number) {
  const shop = await aMercadoPagoShop(service, mercadoPago, { account })
  const placed = await shop.place()
  assert.equal(placed.status, 201, placed.text)
  const { id } = placed.json
  const pay = (fields: object = {}) =>
    mercadoPago.pay(shop.account, { transaction_amount: 250.5, external_reference: id, ...fields })
  const notify = async (paymentId: string, times = 1, about = shop.account) => {
    const received = await Promise.all(
      Array.from({ length: times }, () => {
        const { path, ...rest } = notificationOf({ account: about, paymentId })
        return service.post(path, rest)
      }),
    )
    for (const { status, text } of received) assert.equal(status, 200, text)
    loop.trigger()
    await waitFor(shop.isQuiet)
  }
  const state = async () => (await shop.read(id)).payment!.state
  return { ...shop, id, pay, notify, state }
}

suite('a payment that a provider confirms', () => {
  test('makes the order paid, with its proof', async () => {
    const { pay, notify, read, id, problems } = await anOrderToPay()
    const paymentId = pay()
    await notify(paymentId)
    const { payment, status } = await read(id)
    assert.deepEqual(
      [payment!.state, payment!.by, payment!.reference, payment!.paidAt, status],
      ['PAID', 'mercadopago', paymentId, '2026-11-20T14:30:00.000Z', 'pending'],
    )
    assert.deepEqual(await problems(), [])
  })

  test('of a test payment moves no money and pays nothing, also where it does not say whether it is one', async () => {
    const { pay, notify, state, problems, base, person } = await anOrderToPay()
    for (const live_mode of [false, null, 'true', undefined]) await notify(pay({ live_mode }))
    assert.equal(await state(), 'PENDING')
    assert.deepEqual(await problems(), ['test', 'test', 'test', 'test'])
    assert.match((await person.get(`${base}/pagos/por-revisar`)).text, /Llegó un pago de prueba/)
    await notify(pay())
    assert.equal(await state(), 'PAID')
  })

  test('is one, however often it is notified', async () => {
    const { pay, notify, read, id, store, problems } = await anOrderToPay()
    await sql`
      insert into webhooks (store_id, id, url, secret, events)
      values (${store.id}, 'w', 'https://ejemplo.test/', 'whsec_', array['order.paid'])`
    const paymentId = pay()
    await notify(paymentId, 6)
    await notify(paymentId)
    assert.equal((await read(id)).payment!.state, 'PAID')
    const events = await sql`select 1 from deliveries where store_id = ${store.id} and event = 'order.paid'`
    assert.equal(events.length, 1)
    assert.deepEqual(await problems(), [])
  })

  test('confirms the order where the store wants that', async () => {
    const { pay, notify, read, id, store } = await anOrderToPay()
    await sql`update stores set confirm_paid_orders = true where id = ${store.id}`
    await notify(pay())
    const { status, timeline } = await read(id)
    assert.deepEqual([status, timeline.at(-1)!.by], ['confirmed', 'payment'])
  })

  test('is read by the next worker where none was alive at its notification', async () => {
    const { pay, read, id, account, isQuiet } = await anOrderToPay()
    await loop.stop()
    const { path, ...rest } = notificationOf({ account, paymentId: pay() })
    assert.equal((await service.post(path, rest)).status, 200)
    loop = start()
    await waitFor(isQuiet)
    assert.equal((await read(id)).payment!.state, 'PAID')
  })
})

suite('what no payment proves', () => {
  const lies: [what: string, fields: object, state: string, problem: string[]][] = [
    ['a lower amount', { transaction_amount: 250.49 }, 'PENDING', ['amount']],
    ['a higher amount', { transaction_amount: 2505 }, 'PENDING', ['amount']],
    ['another currency', { currency_id: 'ARS' }, 'PENDING', ['currency']],
    ['another reference', { external_reference: 'x1y2z3' }, 'PENDING', ['reference']],
    ['no reference', { external_reference: null }, 'PENDING', ['reference']],
    ['a reference that no text can be', { external_reference: 'a\u0000b' }, 'PENDING', ['reference']],
    ['another account', { collector_id: 1 }, 'PENDING', ['account']],
    ['one that is under way', { status: 'in_process' }, 'PENDING', []],
    ['one that waits for cash', { status: 'pending' }, 'PENDING', []],
    ['one that was rejected', { status: 'rejected' }, 'PENDING', []],
    ['one that was cancelled', { status: 'cancelled' }, 'PENDING', []],
    [
      'one of which a part was given back',
      { transaction_amount_refunded: 50 },
      'PENDING',
      ['partly_refunded'],
    ],
    ['one that was charged back', { status: 'charged_back' }, 'PENDING', ['disputed']],
    ['one that was given back', { status: 'refunded', transaction_amount_refunded: 250.5 }, 'REFUNDED', []],
  ]
  for (const [what, fields, state, expected] of lies) {
    test(`${what} leaves the order ${state}`, async () => {
      const order = await anOrderToPay()
      await order.notify(order.pay(fields))
      assert.equal(await order.state(), state)
      assert.deepEqual(await order.problems(), expected)
    })
  }

  test("another store's order is not paid by a payment to this store's account", async () => {
    const [mine, theirs] = [await anOrderToPay(), await anOrderToPay()]
    await mine.notify(mine.pay({ external_reference: theirs.id }))
    assert.deepEqual([await mine.state(), await theirs.state()], ['PENDING', 'PENDING'])
    assert.deepEqual([await mine.problems(), await theirs.problems()], [['reference'], []])
  })

  test("a payment for another shop of the same account is that shop's alone", async () => {
    const order = await anOrderToPay()
    const sister = await anOrderToPay(order.account)
    await order.notify(order.pay())
    await waitFor(sister.isQuiet)
    assert.deepEqual([await order.state(), await sister.state()], ['PAID', 'PENDING'])
    assert.deepEqual([await order.problems(), await sister.problems()], [[], []])
  })

  test('an order that is paid in another way is not paid by a payment that names it', async () => {
    const order = await anOrderToPay()
    await sql`update orders set payment = payment || '{"kind": "transfer"}' where id = ${order.id}`
    await order.notify(order.pay())
    assert.equal(await order.state(), 'PENDING')
    assert.deepEqual(await order.problems(), ['reference'])
  })

  test('a payment that the account does not have changes nothing', async () => {
    const order = await anOrderToPay()
    await order.notify('999999')
    assert.deepEqual([await order.state(), await order.problems()], ['PENDING', []])
  })

  test('the return to the shop changes nothing', async () => {
    const { store, id, state } = await anOrderToPay()
    const [{ trackingToken }] = await sql<[{ trackingToken: string }]>`
      select tracking_token from orders where store_id = ${store.id} and id = ${id}`
    await service.get(`/${store.slug}/pedido/${trackingToken}?status=approved&collection_status=approved`)
    assert.equal(await state(), 'PENDING')
  })
})

suite('a payment after the order was paid', () => {
  test('given back as a whole makes it refunded, and a late repetition leaves it so', async () => {
    const order = await anOrderToPay()
    const paymentId = order.pay()
    await order.notify(paymentId)
    mercadoPago.change(paymentId, { status: 'refunded', transaction_amount_refunded: 250.5 })
    await order.notify(paymentId)
    assert.equal(await order.state(), 'REFUNDED')
    await order.notify(paymentId, 3)
    assert.equal(await order.state(), 'REFUNDED')
  })

  for (const [what, fields, problem] of [
    [
      'a part given back',
      { transaction_amount_refunded: 100, status_detail: 'partially_refunded' },
      'partly_refunded',
    ],
    ['a chargeback', { status: 'charged_back' }, 'disputed'],
    ['a claim', { status: 'in_mediation' }, 'disputed'],
  ] as const) {
    test(`${what} changes nothing and is shown`, async () => {
      const order = await anOrderToPay()
      const paymentId = order.pay()
      await order.notify(paymentId)
      mercadoPago.change(paymentId, fields)
      await order.notify(paymentId)
      assert.deepEqual([await order.state(), await order.problems()], ['PAID', [problem]])
    })
  }

  test('a second one is shown until it is given back', async () => {
    const order = await anOrderToPay()
    const first = order.pay()
    await order.notify(first)
    const second = order.pay()
    await order.notify(second)
    const { payment } = await order.read(order.id)
    assert.deepEqual([payment!.state, payment!.reference], ['PAID', first])
    assert.deepEqual(await order.problems(), ['second_payment'])
    mercadoPago.change(second, { status: 'refunded', transaction_amount_refunded: 250.5 })
    await order.notify(second)
    assert.deepEqual([await order.state(), await order.problems()], ['PAID', []])
  })

  test('the second one pays the order where the first is given back, in whatever order that is noticed', async () => {
    const refunded = { status: 'refunded', transaction_amount_refunded: 250.5 }
    const order = await anOrderToPay()
    const [first, second] = [order.pay(), order.pay()]
    await order.notify(first)
    await order.notify(second)
    mercadoPago.change(first, refunded)
    await order.notify(first)
    const { payment } = await order.read(order.id)
    assert.deepEqual([payment!.state, payment!.reference, await order.problems()], ['PAID', second, []])

    const again = await anOrderToPay()
    await again.notify(again.pay(refunded))
    assert.equal(await again.state(), 'REFUNDED')
    await again.notify(again.pay())
    assert.deepEqual([await again.state(), await again.problems()], ['PAID', []])
  })

  test('a refund that failed leaves the order paid', async () => {
    const order = await anOrderToPay()
    const paymentId = order.pay()
    await order.notify(paymentId)
    mercadoPago.change(paymentId, { status: 'refunded', transaction_amount_refunded: 250.5 })
    await order.notify(paymentId)
    mercadoPago.change(paymentId, { status: 'approved', transaction_amount_refunded: 0 })
    await order.notify(paymentId)
    assert.equal(await order.state(), 'PAID')
  })

  test('two at once pay the order once', async () => {
    const order = await anOrderToPay()
    await Promise.all([order.notify(order.pay()), order.notify(order.pay())])
    assert.deepEqual([await order.state(), await order.problems()], ['PAID', ['second_payment']])
  })

  test('an order that was cancelled is paid, and Hoy says that the money must be given back', async () => {
    const order = await anOrderToPay()
    await service.put(`/api/v1/orders/${order.id}`, { key: order.store.key, body: { status: 'cancelled' } })
    await order.notify(order.pay())
    assert.equal(await order.state(), 'PAID')
    const today = await order.person.get(order.base)
    assert.match(today.text, /que ya estaba cancelado/)
    assert.match(today.text, /Devuelve el dinero/)
    const page = await order.person.get(`${order.base}/pagos/por-revisar`)
    const [, action] = /action="([^"]+por-revisar\/[a-z0-9]+)"/.exec(page.text)!
    assert.equal((await order.person.post(action!)).status, 303)
    assert.deepEqual(await order.problems(), [])
  })

  test('what differs is said in Hoy', async () => {
    const order = await anOrderToPay()
    await order.notify(order.pay({ transaction_amount: 200 }))
    const today = await order.person.get(order.base)
    assert.match(today.text, /El importe no es el del pedido PED-/)
    assert.match(today.text, /Se pagó \$ ?200\.00 \(MXN\), y cuesta \$ ?250\.50 \(MXN\)/)
  })
})

suite('a provider that fails', () => {
  for (const [what, how] of [
    ['an error of its own', { status: 500 }],
    ['too many requests', { status: 429 }],
    ['what is no JSON', 'garbage'],
  ] as const) {
    test(`${what} is tried again`, async () => {
      const order = await anOrderToPay()
      mercadoPago.failWith((path) => (path.startsWith('/v1/payments/') ? how : null))
      const { path, ...rest } = notificationOf({ account: order.account, paymentId: order.pay() })
      await service.post(path, rest)
      const failed = () => sql`
        select 1 from deliveries where store_id = ${order.store.id} and kind = 'payment' and reason is not null`
      await waitFor(async () => (await failed()).length === 1)
      mercadoPago.failWith(null)
      await sql`update deliveries set due_at = now() where store_id = ${order.store.id} and kind = 'payment'`
      loop.trigger()
      await waitFor(order.isQuiet)
      assert.equal(await order.state(), 'PAID')
    })
  }

  test('lapsed tokens are renewed once for many payments', async () => {
    const order = await anOrderToPay()
    mercadoPago.expireTokens()
    mercadoPago.requests.length = 0
    const ids = [order.pay(), ...Array.from({ length: 5 }, () => order.pay({ status: 'rejected' }))]
    await Promise.all(ids.map((id) => order.notify(id)))
    assert.equal(await order.state(), 'PAID')
    assert.equal(mercadoPago.requests.filter(({ path }) => path === '/oauth/token').length, 1)
  })

  test('one that took the permission back is said in Hoy', async () => {
    const order = await anOrderToPay()
    mercadoPago.expireTokens({ refresh: true })
    const { path, ...rest } = notificationOf({ account: order.account, paymentId: order.pay() })
    await service.post(path, rest)
    await waitFor(async () =>
      /Se perdió la conexión con Mercado Pago/.test((await order.person.get(order.base)).text),
    )
    assert.equal(await order.state(), 'PENDING')
    const [{ secrets }] = await sql<[{ secrets: string | null }]>`
      select secrets from payment_accounts where store_id = ${order.store.id}`
    assert.equal(secrets, null)
    const { status, json } = await order.place()
    assert.deepEqual([status, json.details?.field], [400, 'paymentMethodId'], 'it is not offered any more')
  })
})
