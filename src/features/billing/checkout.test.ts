import assert from 'node:assert/strict'
import { beforeEach, suite, test } from 'node:test'
import { aPayingStore } from '../../../test/billing.ts'
import { commandLine, operate } from '../../../test/command-line.ts'
import { startService } from '../../../test/service.ts'
import { startStripe } from '../../../test/stripe.ts'
import { aStore } from '../../../test/factories.ts'
import type { ApiError } from '../../core/errors/errors.ts'
import { startCheckout } from './checkout.ts'
import { openPortal } from './portal.ts'
import { connectStripe } from './stripe.ts'

const stripe = await startStripe()
const service = await startService(stripe.env)
const { sql } = service
const dependencies = {
  stripe: await connectStripe(service.app.config),
  panel: `${service.app.panelUrl}/panel`,
}
const env = { ...stripe.env, DATABASE_URL: service.databaseUrl }
const rejection = (code: string) => (error: ApiError) => error.body.code === code

beforeEach(() => void stripe.failWith(null))

const sessionAt = (url: string) => stripe.objects.all('checkout.session').find((page) => page['url'] === url)!

suite('checkout', () => {
  test("for Pro is a subscription, for Lifetime one payment, each for the store's customer", async () => {
    const store = await aStore(service, { plan: 'free' })
    const pro = sessionAt((await startCheckout(sql, dependencies, store.id, 'pro')).url)
    assert.deepEqual(
      [pro['mode'], pro['amount_total'], pro['client_reference_id']],
      ['subscription', 900, store.id],
    )
    const lifetime = sessionAt((await startCheckout(sql, dependencies, store.id, 'lifetime')).url)
    assert.deepEqual([lifetime['mode'], lifetime['amount_total']], ['payment', 19_900])
    assert.equal(lifetime['customer'], pro['customer'])
    assert.deepEqual(lifetime['given'], { storeId: store.id, plan: 'lifetime' })
  })

  test('expires the checkout session that was opened before, so that nobody pays twice', async () => {
    const store = await aStore(service, { plan: 'free' })
    const first = sessionAt((await startCheckout(sql, dependencies, store.id, 'pro')).url)
    const second = sessionAt((await startCheckout(sql, dependencies, store.id, 'pro')).url)
    assert.deepEqual([first['status'], second['status']], ['expired', 'open'])
  })

  test('creates one customer for many concurrent requests', async () => {
    const store = await aStore(service, { plan: 'free' })
    await Promise.all(Array.from({ length: 5 }, () => startCheckout(sql, dependencies, store.id, 'pro')))
    const mine = stripe.objects.all('customer').filter(({ metadata }) => {
      return (metadata as { storeId: string }).storeId === store.id
    })
    assert.equal(mine.length, 1)
  })

  test('creates another customer when the first was deleted at the provider', async () => {
    const shop = await aPayingStore(service, stripe)
    await shop.buy('pro')
    const { id } = stripe.objects.all('customer')[0]!
    stripe.objects.deleteCustomer(id)
    await shop.postNewEvents()
    assert.equal(await shop.billingStatus(), 'free active 200')
    await shop.buy('pro')
    await shop.postNewEvents()
    assert.notEqual(shop.newest('subscription')['customer'], id)
    assert.equal(await shop.billingStatus(), 'pro active 200')
  })

  test('is 409 for Lifetime even if the customer who paid was deleted at the provider', async () => {
    const shop = await aPayingStore(service, stripe)
    await shop.buy('lifetime')
    stripe.objects.deleteCustomer(stripe.objects.all('customer')[0]!.id)
    await shop.postNewEvents()
    assert.equal(await shop.billingStatus(), 'lifetime active 200')
    await assert.rejects(startCheckout(sql, dependencies, shop.id, 'pro'), rejection('ALREADY_PAID'))
  })

  test('is 409 for a plan that the store already pays for', async () => {
    const shop = await aPayingStore(service, stripe)
    await shop.buy('pro')
    await assert.rejects(startCheckout(sql, dependencies, shop.id, 'pro'), rejection('ALREADY_PAID'))
    await shop.buy('lifetime')
    await assert.rejects(startCheckout(sql, dependencies, shop.id, 'lifetime'), rejection('ALREADY_PAID'))
  })

  test('reuses the customer that a failed attempt left at the provider', async () => {
    const store = await aStore(service, { plan: 'free' })
    const before = stripe.objects.all('customer').length
    await assert.rejects(
      sql.begin(async (tx) => {
        await openPortal(tx, dependencies, store.id)
        throw new Error('power cut')
      }),
    )
    await openPortal(sql, dependencies, store.id)
    assert.equal(stripe.objects.all('customer').length - before, 1)
  })

  for (const misbehaviour of ['reset', 'garbage', { status: 500 }] as const) {
    test(`is 503 when the provider responds with ${JSON.stringify(misbehaviour)}`, async () => {
      const store = await aStore(service, { plan: 'free' })
      stripe.failWith(misbehaviour)
      await assert.rejects(
        startCheckout(sql, dependencies, store.id, 'pro'),
        rejection('SERVICE_UNAVAILABLE'),
      )
    })
  }
})

suite('on the command line', () => {
  test('billing checkout and billing portal print the address', async () => {
    const store = await aStore(service, { plan: 'free' })
    const { url } = await operate(env, 'billing', 'checkout', '--store', store.slug, '--plan', 'pro')
    assert.match(url, /^https:\/\/checkout\.stripe\.com\//)
    const portal = await operate(env, 'billing', 'portal', '--store', store.slug)
    assert.match(portal.url, /^https:\/\/billing\.stripe\.com\//)
  })

  test('billing sync applies changes without an event, billing history lists the reasons', async () => {
    const shop = await aPayingStore(service, stripe)
    await shop.buy('lifetime')
    const synced = await operate(env, 'billing', 'sync', '--store', shop.slug)
    assert.equal(synced.plan, 'lifetime')
    await operate(env, 'billing', 'suspend', '--store', shop.slug)
    const { data } = await operate(env, 'billing', 'history', '--store', shop.slug)
    assert.deepEqual(
      data.map(({ cause, plan, state }: Record<string, string>) => [cause, plan, state]),
      [
        ['operator', 'lifetime', 'suspended'],
        ['lifetime_paid', 'lifetime', 'active'],
      ],
    )
  })

  test('names the missing settings where billing is not configured', async () => {
    const store = await aStore(service, { plan: 'free' })
    const bare = { DATABASE_URL: service.databaseUrl }
    const { status, stderr } = await commandLine(bare, 'billing', 'portal', '--store', store.slug)
    assert.equal(status, 1)
    assert.match(stderr, /no está configurado/)
  })
})
