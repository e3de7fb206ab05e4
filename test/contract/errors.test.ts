import assert from 'node:assert/strict'
import { suite, test } from 'node:test'
import type { Scope } from '../../src/core/auth/scopes.ts'
import { startService } from '../service.ts'
import { aKey, anAccount, aPhone, aStore } from '../factories.ts'
import { clientOf, errorOf } from './client.ts'

const service = await startService()

async function aShop(overrides: { plan?: 'free'; scopes?: Scope[] } = {}) {
  const store = await aStore(service, overrides)
  return { store, vitrina: clientOf(service, { key: store.key }) }
}

suite('an error, through the client', () => {
  test('400 names the field, the reason and all issues', async () => {
    const { vitrina } = await aShop()
    const error = await errorOf(vitrina.createProduct({ body: { name: '', price: -1 } }))
    assert.deepEqual([error.status, error.code], [400, 'VALIDATION_ERROR'])
    assert.deepEqual([error.details['field'], error.details['reason']], ['name', 'min_length'])
    assert.equal((error.details['issues'] as unknown[]).length, 2)
    assert.equal((await errorOf(vitrina.listOrders({ limit: 101 }))).details['reason'], 'maximum')
  })

  test('400 store_required when the account has several stores', async () => {
    const { id: ownerId } = await anAccount(service)
    await Promise.all([aStore(service, { ownerId }), aStore(service, { ownerId })])
    const account = clientOf(service, { key: await aKey(service, { accountId: ownerId }) })
    const error = await errorOf(account.getStore())
    assert.deepEqual([error.status, error.code], [400, 'store_required'])
  })

  test('401 without a key and with one that is revoked', async () => {
    const { store, vitrina } = await aShop()
    assert.equal((await errorOf(clientOf(service).getStore())).code, 'UNAUTHORIZED')
    await service.sql`update api_keys set revoked_at = now() where store_id = ${store.id}`
    const error = await errorOf(vitrina.getStore())
    assert.deepEqual([error.status, error.code], [401, 'UNAUTHORIZED'])
  })

  test('402 while the store is suspended, with a sentence and the way to pay', async () => {
    const { store, vitrina } = await aShop()
    await service.sql`update stores set billing_state = 'suspended' where id = ${store.id}`
    const error = await errorOf(vitrina.listProducts())
    assert.deepEqual([error.status, error.code, error.body['error']], [402, null, 'payment_required'])
    assert.equal(error.message, error.body['message'])
    assert.match(String(error.body['upgradeUrl']), /^http/)
    await service.sql`update stores set billing_state = 'active' where id = ${store.id}`
    assert.equal((await vitrina.listProducts()).total, 0)
  })

  test('403 for a missing scope, a plan without the feature, and a cap', async () => {
    const { vitrina: reader } = await aShop({ scopes: ['orders:read'] })
    const forbidden = await errorOf(reader.getStore())
    assert.deepEqual([forbidden.status, forbidden.code], [403, 'FORBIDDEN'])
    assert.equal(forbidden.details['requiredScope'], 'store:read')

    const { vitrina } = await aShop({ plan: 'free' })
    const paid = await errorOf(vitrina.getStats())
    assert.deepEqual([paid.code, paid.body['feature']], ['PLAN_REQUIRED', 'advancedAnalytics'])
    for (const n of [1, 2, 3, 4, 5])
      await vitrina.createShippingOption({ body: { name: `Ruta ${n}`, price: 20 } })
    const full = await errorOf(vitrina.createShippingOption({ body: { name: 'Ruta 6', price: 20 } }))
    assert.deepEqual([full.code, full.body['limit'], full.body['used']], ['PLAN_LIMIT_REACHED', 5, 5])
  })

  test('404 for what does not exist, for a shop and for a shopper', async () => {
    const { vitrina } = await aShop()
    assert.equal((await errorOf(vitrina.getOrder({ id: 'nada' }))).code, 'NOT_FOUND')
    assert.equal((await errorOf(vitrina.deleteCategory({ id: 'nada' }))).code, 'NOT_FOUND')
    const items = [{ variantId: 'nada', quantity: 1 }]
    const body = { storeId: 'nada', name: 'Ana', phone: aPhone(), items }
    assert.equal((await errorOf(clientOf(service).createOrder({ body }))).status, 404)
  })

  test('409 for a slug and a code in use, and a currency that has orders', async () => {
    const { store, vitrina } = await aShop()
    const { data } = await vitrina.createProduct({ body: { name: 'Café', price: 85 } })
    const again = await errorOf(vitrina.createProduct({ body: { name: 'Café', price: 85 } }))
    assert.deepEqual([again.code, again.details['suggestion']], ['DUPLICATE_SLUG', 'cafe-2'])
    const discount = { code: 'FERIA', type: 'fixed', value: 10 } as const
    await vitrina.createDiscount({ body: discount })
    assert.equal((await errorOf(vitrina.createDiscount({ body: discount }))).code, 'DUPLICATE_CODE')
    const items = [{ variantId: data.variants[0]!.id, quantity: 1 }]
    const body = { storeId: store.id, name: 'Ana Tzoc', phone: aPhone(), items }
    await clientOf(service).createOrder({ body })
    assert.equal((await errorOf(vitrina.updateStore({ body: { currency: 'USD' } }))).code, 'CURRENCY_LOCKED')
  })
})

suite('429, through the client', () => {
  test('is an error with the seconds to wait, when these are too many', async () => {
    const shopper = clientOf(service, { maxWait: 1 })
    for (let n = 0; n < 30; n++) await shopper.checkSlug({ slug: 'el-telar' })
    const error = await errorOf(shopper.checkSlug({ slug: 'el-telar' }))
    assert.deepEqual([error.status, error.code], [429, 'RATE_LIMIT_EXCEEDED'])
    assert.ok(error.retryAfter! > 3590 && error.retryAfter! <= 3600, String(error.retryAfter))
  })

  test('is retried after Retry-After', async () => {
    const { store, vitrina } = await aShop()
    await vitrina.getStore()
    const began = performance.now()
    await service.sql`
      update rate_hits set hits = 100, ends_at = now() + interval '1200 milliseconds' where key like 'key:%'`
    assert.equal((await vitrina.getStore()).data.id, store.id)
    assert.ok(performance.now() - began >= 1100, 'it did not wait')
  })
})
