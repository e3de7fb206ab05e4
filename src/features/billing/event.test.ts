import assert from 'node:assert/strict'
import { suite, test } from 'node:test'
import { aPayingStore, postEvent } from '../../../test/billing.ts'
import { startService } from '../../../test/service.ts'
import { sign, startStripe } from '../../../test/stripe.ts'
import { waitFor } from '../../../test/wait-for.ts'
import { setBillingState } from './change.ts'

const stripe = await startStripe()
const service = await startService({ ...stripe.env, STRIPE_CONNECT_WEBHOOK_SECRET: 'whsec_pagos' })
const path = '/api/billing/stripe'
const now = () => Math.floor(Date.now() / 1000)
const aShop = () => aPayingStore(service, stripe)

/** A store that pays for Pro, and the service knows it. */
async function aProStore() {
  const shop = await aShop()
  await shop.buy('pro')
  await shop.postNewEvents()
  assert.equal(await shop.billingStatus(), 'pro active 200')
  return shop
}

suite('POST /api/billing/stripe', () => {
  test('400 without a valid signature of the raw body', async () => {
    const shop = await aShop()
    await shop.buy('pro')
    const [event] = await shop.newEvents()
    const body = JSON.stringify(event)
    assert.equal((await service.post(path, { body })).status, 400)
    assert.equal((await postEvent(service, event!, { secret: 'whsec_otro' })).status, 400)
    const changed = body.replace('customer', 'Customer')
    assert.equal((await service.post(path, { body: changed, headers: sign(body) })).status, 400)
    for (const header of ['', 'x', 't=1', 'v1=00', `t=${now()},v1=`, `t=NaN,v1=00`]) {
      const response = await service.post(path, { body, headers: { 'stripe-signature': header } })
      assert.equal(response.status, 400)
      assert.equal(response.json.details.field, 'Stripe-Signature')
    }
    assert.equal(await shop.billingStatus(), 'free active 200')
  })

  test('400 when it was signed more than 300 s ago', async () => {
    const shop = await aShop()
    await shop.buy('pro')
    const event = (await shop.newEvents()).at(-1)!
    assert.equal((await postEvent(service, event, { at: now() - 310 })).status, 400)
    assert.equal(await shop.billingStatus(), 'free active 200')
    assert.equal((await postEvent(service, event, { at: now() - 280 })).status, 200)
    assert.equal(await shop.billingStatus(), 'pro active 200')
  })

  for (const [what, body] of [
    ['is not JSON', '{"id":'],
    ['is nothing', ''],
    ['is null', 'null'],
    ['is no object', '[1]'],
    ['has no object', JSON.stringify({ id: 'evt_1', type: 'x.y', data: {} })],
    [
      'has an object without a name',
      JSON.stringify({ id: 'evt_1', type: 'x.y', data: { object: { id: 'x' } } }),
    ],
    ['has no data', JSON.stringify({ id: 'evt_1', type: 'x.y' })],
    ['has no id', JSON.stringify({ type: 'x.y', data: { object: { object: 'customer' } } })],
  ] as const) {
    test(`400 on the body, when what is signed ${what}`, async () => {
      for (const [path, secret] of [
        ['/api/billing/stripe', 'whsec_prueba'],
        ['/api/payments/stripe', 'whsec_pagos'],
      ] as const) {
        const { status, json } = await service.post(path, { body, headers: sign(body, { secret }) })
        assert.deepEqual([status, json.details?.field], [400, 'body'], path)
      }
    })
  }

  test('applies each event id once, also when it is sent repeatedly and concurrently', async () => {
    const shop = await aShop()
    await shop.buy('pro')
    const event = (await shop.newEvents()).at(-1)!
    const requested = () => stripe.requests.filter(({ path }) => path === '/v1/subscriptions').length
    const before = requested()
    const responses = await Promise.all(Array.from({ length: 5 }, () => postEvent(service, event)))
    assert.deepEqual(new Set(responses.map(({ status }) => status)), new Set([200]))
    assert.equal(requested() - before, 1)
    assert.deepEqual(await shop.causes(), ['subscribed'])
  })

  test('fetches the objects only a few times for many concurrent events', async () => {
    const shop = await aShop()
    await shop.buy('pro')
    const events = await shop.newEvents()
    assert.ok(events.length >= 5)
    const requested = () => stripe.requests.filter(({ path }) => path === '/v1/subscriptions').length
    const before = requested()
    stripe.failWith('slow')
    await Promise.all(events.map((event) => postEvent(service, event)))
    stripe.failWith(null)
    assert.ok(requested() - before <= 3, String(requested() - before))
    assert.equal(await shop.billingStatus(), 'pro active 200')
  })

  test('503 on an event that could not be applied, so that it is sent again', async () => {
    const shop = await aShop()
    await shop.buy('pro')
    const event = (await shop.newEvents()).at(-1)!
    stripe.failWith({ status: 500 })
    const { status, json } = await postEvent(service, event)
    stripe.failWith(null)
    assert.deepEqual([status, json.code], [503, 'SERVICE_UNAVAILABLE'])
    assert.equal(await shop.billingStatus(), 'free active 200')
    assert.equal((await postEvent(service, event)).status, 200)
    assert.equal(await shop.billingStatus(), 'pro active 200')
  })

  test('200 on events of other customers and of unknown types', async () => {
    for (const object of [
      { id: 'cus_other', object: 'customer' },
      { id: 'in_other', object: 'invoice', customer: 'cus_other' },
      { id: 'x', object: 'balance' },
    ]) {
      const event = { id: `evt_${object.id}`, object: 'event', type: 'x.y', created: now(), data: { object } }
      assert.equal((await postEvent(service, event)).status, 200)
    }
  })

  test('400 where no secret is configured, whatever the signature', async () => {
    const bare = await startService()
    const body = JSON.stringify({ id: 'evt_1', created: now(), data: { object: {} } })
    for (const secret of ['', 'undefined', 'null']) {
      assert.equal((await bare.post(path, { body, headers: sign(body, { secret }) })).status, 400)
    }
  })
})

suite('a store', () => {
  test('is on Pro while its subscription is paid, and on the free plan after cancellation', async () => {
    const shop = await aProStore()
    stripe.objects.renew(shop.newest('subscription').id, true)
    await shop.postNewEvents()
    assert.equal(await shop.billingStatus(), 'pro active 200')
    stripe.objects.cancelSubscription(shop.newest('subscription').id, 'cancellation_requested')
    await shop.postNewEvents()
    assert.equal(await shop.billingStatus(), 'free active 200')
    assert.deepEqual(await shop.causes(), ['subscribed', 'no_plan'])
    assert.deepEqual(await shop.mails(), [])
  })

  test('with a declined card gets one mail per invoice, and is not suspended', async () => {
    const shop = await aProStore()
    const { id } = shop.newest('subscription')
    stripe.objects.renew(id, false)
    await shop.postNewEvents()
    await shop.postNewEvents()
    assert.equal(await shop.billingStatus(), 'pro active 200')
    assert.deepEqual(await shop.mails(), ['billing.past_due'])
    stripe.objects.payInvoice(shop.newest('invoice').id)
    stripe.objects.renew(id, false)
    await shop.postNewEvents()
    assert.deepEqual(await shop.mails(), ['billing.past_due', 'billing.past_due'])
  })

  for (const setting of ['unpaid', 'cancel', 'uncollectible'] as const) {
    test(`is suspended when the last retry failed (${setting}), and works on the request after the payment`, async () => {
      const shop = await aProStore()
      const { id } = shop.newest('subscription')
      stripe.objects.renew(id, false)
      stripe.objects.exhaustRetries(id, setting)
      await shop.postNewEvents()
      assert.match(await shop.billingStatus(), /suspended 402$/)
      stripe.objects.payInvoice(shop.newest('invoice').id)
      await shop.postNewEvents()
      assert.match(
        await shop.billingStatus(),
        setting === 'cancel' ? /^free active 200$/ : /^pro active 200$/,
      )
      assert.deepEqual((await shop.mails()).slice(-2), ['billing.suspended', 'billing.restored'])
    })
  }

  test('is restored by a new subscription after one that ended unpaid', async () => {
    const shop = await aProStore()
    const { id } = shop.newest('subscription')
    stripe.objects.renew(id, false)
    stripe.objects.exhaustRetries(id, 'cancel')
    await shop.postNewEvents()
    assert.equal(await shop.billingStatus(), 'free suspended 402')
    await shop.buy('pro')
    await shop.postNewEvents()
    assert.equal(await shop.billingStatus(), 'pro active 200')
  })

  test('waits for a payment that is still processing, such as a cash voucher', async () => {
    const shop = await aShop()
    await shop.buy('lifetime')
    const payment = shop.newest('payment_intent')
    const { latest_charge: charge } = payment
    Object.assign(payment, { status: 'processing', latest_charge: null })
    const events = await shop.newEvents()
    const arrived = events.pop()!
    for (const event of events) await postEvent(service, event)
    assert.equal(await shop.billingStatus(), 'free active 200')
    Object.assign(payment, { status: 'succeeded', latest_charge: charge })
    await postEvent(service, arrived)
    assert.equal(await shop.billingStatus(), 'lifetime active 200')
  })

  test('is suspended by a full refund, not by a partial one, until it pays again', async () => {
    const shop = await aShop()
    await shop.buy('lifetime')
    await shop.postNewEvents()
    assert.equal(await shop.billingStatus(), 'lifetime active 200')
    const { id } = shop.newest('charge')
    stripe.objects.refund(id, 5_000)
    await shop.postNewEvents()
    assert.equal(await shop.billingStatus(), 'lifetime active 200')
    stripe.objects.refund(id)
    await shop.postNewEvents()
    assert.equal(await shop.billingStatus(), 'free suspended 402')
    await shop.buy('lifetime')
    await shop.postNewEvents()
    assert.equal(await shop.billingStatus(), 'lifetime active 200')
    assert.deepEqual(await shop.causes(), ['lifetime_paid', 'refunded', 'lifetime_paid'])
  })

  test('is suspended by a chargeback and restored when it is won, but not by an inquiry', async () => {
    const shop = await aProStore()
    const { id } = shop.newest('charge')
    stripe.objects.dispute(id, 'warning_needs_response')
    await shop.postNewEvents()
    assert.equal(await shop.billingStatus(), 'pro active 200')
    const dispute = stripe.objects.dispute(id, 'needs_response')
    await shop.postNewEvents()
    assert.equal(await shop.billingStatus(), 'pro suspended 402')
    stripe.objects.closeDispute(dispute.id, 'won')
    await shop.postNewEvents()
    assert.equal(await shop.billingStatus(), 'pro active 200')
    assert.deepEqual(await shop.causes(), ['subscribed', 'charged_back', 'subscribed'])
  })

  test('is never overwritten with older objects when two events are applied concurrently', async () => {
    const shop = await aProStore()
    const { id } = shop.newest('subscription')
    stripe.objects.renew(id, false)
    stripe.objects.exhaustRetries(id, 'unpaid')
    const [, , late] = await shop.newEvents()
    const requested = stripe.requests.length
    stripe.failWith('slow')
    const applied = postEvent(service, late!)
    await waitFor(() => stripe.requests.length > requested + 2)
    stripe.failWith(null)
    stripe.objects.payInvoice(shop.newest('invoice').id)
    await shop.postNewEvents()
    await applied
    assert.equal(await shop.billingStatus(), 'pro active 200')
    assert.deepEqual(await shop.causes(), ['subscribed', 'unpaid', 'subscribed'])
  })

  test('that lost a chargeback stays suspended until the next payment', async () => {
    const shop = await aProStore()
    const dispute = stripe.objects.dispute(shop.newest('charge').id, 'needs_response')
    stripe.objects.closeDispute(dispute.id, 'lost')
    await shop.postNewEvents()
    assert.equal(await shop.billingStatus(), 'pro suspended 402')
    stripe.objects.renew(shop.newest('subscription').id, true)
    await shop.postNewEvents()
    assert.equal(await shop.billingStatus(), 'pro active 200')
  })

  test('that pays for Lifetime has its subscription cancelled', async () => {
    const shop = await aProStore()
    await shop.buy('lifetime')
    await shop.postNewEvents()
    assert.equal(shop.newest('subscription')['status'], 'canceled')
    await shop.postNewEvents()
    assert.equal(await shop.billingStatus(), 'lifetime active 200')
  })

  test('with an unpaid subscription is suspended, though a newer one was cancelled by its owner', async () => {
    const shop = await aProStore()
    const first = shop.newest('subscription')
    const { id } = stripe.objects.createCheckout({
      mode: 'subscription',
      customer: first['customer'] as string,
      line_items: { 0: { price: stripe.objects.all('price').at(-1)!.id } },
    })
    stripe.objects.completeCheckout(id)
    stripe.objects.cancelSubscription(shop.newest('subscription').id, 'cancellation_requested')
    stripe.objects.renew(first.id, false)
    stripe.objects.exhaustRetries(first.id, 'unpaid')
    await shop.postNewEvents()
    assert.equal(await shop.billingStatus(), 'pro suspended 402')
  })

  test('applies changes even if the clock was ahead at the last fetch', async () => {
    const shop = await aProStore()
    await service.sql`
      update billing_accounts set synced_at = now() + interval '1 hour' where store_id = ${shop.id}`
    stripe.objects.renew(shop.newest('subscription').id, false)
    stripe.objects.exhaustRetries(shop.newest('subscription').id, 'unpaid')
    await shop.postNewEvents()
    assert.equal(await shop.billingStatus(), 'pro suspended 402')
  })

  test('keeps the state that the operator set until the objects change', async () => {
    const shop = await aProStore()
    const { id } = shop.newest('subscription')
    await setBillingState(service.sql, shop.id, 'suspended')
    stripe.objects.renew(id, true)
    await shop.postNewEvents()
    assert.equal(await shop.billingStatus(), 'pro suspended 402')
    await setBillingState(service.sql, shop.id, 'active')
    stripe.objects.renew(id, false)
    stripe.objects.exhaustRetries(id, 'unpaid')
    await shop.postNewEvents()
    assert.equal(await shop.billingStatus(), 'pro suspended 402')
    assert.deepEqual((await shop.causes()).slice(1), ['operator', 'operator', 'unpaid'])
  })

  test('that was deleted is not changed', async () => {
    const shop = await aProStore()
    await service.sql`update stores set deleted_at = now() where id = ${shop.id}`
    stripe.objects.renew(shop.newest('subscription').id, false)
    for (const event of await shop.newEvents()) assert.equal((await postEvent(service, event)).status, 200)
    assert.deepEqual(await shop.mails(), [])
  })
})
