import assert from 'node:assert/strict'
import { after, suite, test } from 'node:test'
import { shopOf } from '../../../../test/online-shop.ts'
import { aMember } from '../../../../test/panel.ts'
import { startService } from '../../../../test/service.ts'
import { eventOf, startStripeConnect } from '../../../../test/stripe-connect.ts'
import { waitFor } from '../../../../test/wait-for.ts'
import { createLog } from '../../../core/process/log.ts'
import { startPaymentChecks } from './check-payment.ts'
import { searchUnpaid } from './search.ts'

const stripe = await startStripeConnect()
const service = await startService(stripe.env)
const { sql, app } = service
const { config, providers } = app
const loop = startPaymentChecks({ sql, log: createLog('silent'), config, providers })
after(() => loop.stop())

/** An owner who has gone to Stripe and come back. */
async function aConnectedShop({ isReady = true } = {}) {
  const { store, base, person } = await aMember(service, 'OWNER', { currency: 'MXN' })
  const started = await person.post(`${base}/pagos/conectar/stripe`)
  const account = started.location!.split('/').at(-1)!
  const back = lastReturnUrl()
  Object.assign(stripe.accounts.get(account)!, { charges_enabled: isReady })
  const returned = await person.get(back.pathname + back.search)
  return { store, base, person, account, returned }
}

const lastReturnUrl = () =>
  new URL(stripe.requests.findLast(({ path }) => path === '/v1/account_links')!.body.get('return_url')!)

async function anOrderToPay() {
  const connected = await aConnectedShop()
  const shop = await shopOf(service, connected.store, 'stripe')
  const { id, payment } = (await shop.place()).json
  const notify = async (intent: string) => {
    assert.equal((await service.post('/api/payments/stripe', eventOf(connected.account, intent))).status, 200)
    loop.trigger()
    await waitFor(shop.isQuiet)
  }
  const state = async () => (await shop.read(id)).payment!.state
  return { ...connected, ...shop, id, payment, notify, state }
}

suite('connecting Stripe', () => {
  test('makes an account, and is finished once that can take payments', async () => {
    const { store, base, person, account, returned } = await aConnectedShop({ isReady: false })
    assert.match((await person.follow(returned)).text, /Falta terminar tu cuenta/)
    const key = { key: store.key, body: { kind: 'stripe', name: 'Tarjeta' } }
    assert.equal((await service.post('/api/v1/payment-methods', key)).json.code, 'NOT_CONNECTED')
    const again = await person.post(`${base}/pagos/conectar/stripe`)
    assert.ok(again.location!.endsWith(account), 'goes on with the account that is there')
    Object.assign(stripe.accounts.get(account)!, { charges_enabled: true })
    const back = lastReturnUrl()
    await person.get(back.pathname + back.search)
    const methods = await service.get('/api/v1/payment-methods', store.key)
    assert.deepEqual(
      methods.json.data.map(({ kind }) => kind),
      ['stripe'],
    )
  })
})

suite('an order to be paid with Stripe', () => {
  test('has a session of the connected account with its exact amount', async () => {
    const { id, account, payment } = await anOrderToPay()
    assert.match(payment!.payUrl!, /\/pagar$/)
    const asked = stripe.requests.findLast(({ path }) => path === '/v1/checkout/sessions')!
    assert.equal(asked.account, account)
    const fields = [
      'client_reference_id',
      'line_items[0][price_data][unit_amount]',
      'line_items[0][price_data][currency]',
    ]
    assert.deepEqual(
      fields.map((name) => asked.body.get(name)),
      [id, '25050', 'mxn'],
    )
  })

  test('is paid by its payment, and given back with it', async () => {
    const { account, id, notify, state } = await anOrderToPay()
    const intent = stripe.pay(account, id)
    await notify(intent)
    assert.equal(await state(), 'PAID')
    stripe.refund(intent, 25_050)
    await notify(intent)
    assert.equal(await state(), 'REFUNDED')
  })

  for (const [what, fields, charge, problem] of [
    ['another amount', { amount_received: 25_049 }, {}, ['amount']],
    ['another currency', { currency: 'usd' }, {}, ['currency']],
    ['another order', { metadata: { orderId: 'x1' } }, {}, ['reference']],
    ['a sale of the account elsewhere', { metadata: {} }, {}, []],
    ['a payment under way', { status: 'processing' }, {}, []],
    ['a disputed charge', {}, { disputed: true }, ['disputed']],
    ['a part given back', {}, { amount_refunded: 5_000 }, ['partly_refunded']],
  ] as const) {
    test(`is not paid by ${what}`, async () => {
      const { account, id, notify, state, problems } = await anOrderToPay()
      await notify(stripe.pay(account, id, fields, charge))
      assert.deepEqual([await state(), await problems()], ['PENDING', problem])
    })
  }

  test('is not paid by a payment to another account', async () => {
    const { id, notify, state, problems } = await anOrderToPay()
    await notify(stripe.pay('acct_otra', id))
    assert.deepEqual([await state(), await problems()], ['PENDING', []])
  })

  test('is found by its session where no event came', async () => {
    const { store, account, id, state, isQuiet } = await anOrderToPay()
    const intent = stripe.pay(account, id)
    const [{ pageId }] = await sql<[{ pageId: string }]>`
      update payment_pages set search_at = now() where store_id = ${store.id} returning page_id`
    Object.assign(stripe.sessions.get(pageId)!, { payment_intent: intent })
    await searchUnpaid(sql)
    loop.trigger()
    await waitFor(isQuiet)
    assert.equal(await state(), 'PAID')
  })

  test('is placed without a page while Stripe hangs', async () => {
    const { place } = await anOrderToPay()
    stripe.hang(true)
    const placed = await place()
    stripe.hang(false)
    assert.deepEqual([placed.status, placed.json.payment!.payUrl], [201, null])
  })
})

suite('POST /api/payments/stripe', () => {
  test('with a false or an old signature is 401', async () => {
    const event = eventOf('acct_1', 'pi_1')
    assert.equal((await service.post('/api/payments/stripe', event)).status, 200)
    assert.equal(
      (await service.post('/api/payments/stripe', eventOf('acct_1', 'pi_1', { secret: 'whsec_planes' })))
        .status,
      401,
    )
    assert.equal(
      (await service.post('/api/payments/stripe', { ...event, body: `${event.body} ` })).status,
      401,
    )
    assert.equal((await service.post('/api/payments/stripe', { body: event.body })).status, 401)
    const old = eventOf('acct_1', 'pi_1', { at: Math.floor(Date.now() / 1000) - 301 })
    assert.equal((await service.post('/api/payments/stripe', old)).status, 401)
  })
})
