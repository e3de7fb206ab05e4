import assert from 'node:assert/strict'
import { suite, test } from 'node:test'
import { startService } from '../../../test/service.ts'
import { aDiscount, anAddress, anOrder, aProduct, aStore } from '../../../test/factories.ts'

const service = await startService()

suite('PUT /api/v1/discounts/:id', () => {
  test('changes only the fields sent; null clears a limit', async () => {
    const store = await aStore(service)
    const made = await aDiscount(service, store, { maxUses: 5, minOrderTotal: 100 })
    const body = { code: 'nuevo', maxUses: null, value: 12.5 }
    const changed = await service.put(`/api/v1/discounts/${made.id}`, { key: store.key, body })
    assert.equal(changed.status, 200, changed.text)
    const { updatedAt } = changed.json.data
    assert.deepEqual(changed.json.data, { ...made, ...body, code: 'NUEVO', updatedAt })
  })

  test('200 on an empty body or equal values, and nothing changes', async () => {
    const store = await aStore(service)
    const made = await aDiscount(service, store, { expiresAt: '2030-01-01T00:00:00Z' })
    const { id: _id, usedCount: _used, createdAt: _made, updatedAt: _changed, ...fields } = made
    const inOtherWords = { code: made.code.toLowerCase(), expiresAt: '2029-12-31T18:00:00-06:00' }
    for (const body of [{}, fields, inOtherWords]) {
      const same = await service.put(`/api/v1/discounts/${made.id}`, { key: store.key, body })
      assert.equal(same.status, 200)
      assert.deepEqual(same.json.data, made)
    }
  })

  test('validates a change of type, value or date together with the stored fields', async () => {
    const store = await aStore(service)
    const big = await aDiscount(service, store, { type: 'fixed', value: 150 })
    const fine = await aDiscount(service, store, { type: 'percentage', value: 12.125 })
    const dated = await aDiscount(service, store, { expiresAt: '2026-06-01T00:00:00Z' })
    const bad = [
      [big.id, { type: 'percentage' }, 'value', 'maximum'],
      [fine.id, { value: 150 }, 'value', 'maximum'],
      [fine.id, { type: 'fixed' }, 'value', 'invalid'],
      [dated.id, { startsAt: '2026-06-01T00:00:00Z' }, 'expiresAt', 'invalid'],
    ] as const
    for (const [id, body, field, reason] of bad) {
      const denied = await service.put(`/api/v1/discounts/${id}`, { key: store.key, body })
      assert.equal(denied.status, 400, JSON.stringify(body))
      assert.deepEqual([denied.json.details.field, denied.json.details.reason], [field, reason])
    }
    const both = { type: 'percentage', value: 15 }
    assert.equal(
      (await service.put(`/api/v1/discounts/${big.id}`, { key: store.key, body: both })).status,
      200,
    )
  })

  test('400 on usedCount, and on null in a field that is not nullable', async () => {
    const store = await aStore(service)
    const { id } = await aDiscount(service, store)
    for (const body of [{ usedCount: 0 }, { code: null }, { isActive: null }, { type: null }]) {
      const denied = await service.put(`/api/v1/discounts/${id}`, { key: store.key, body })
      assert.equal(denied.status, 400)
      assert.equal(denied.json.details.field, Object.keys(body)[0])
    }
  })

  test('409 on the code of another discount, not on its own', async () => {
    const store = await aStore(service)
    await aDiscount(service, store, { code: 'OTRO' })
    const { id } = await aDiscount(service, store, { code: 'MIO' })
    const taken = await service.put(`/api/v1/discounts/${id}`, { key: store.key, body: { code: 'otro' } })
    assert.deepEqual([taken.status, taken.json.code], [409, 'DUPLICATE_CODE'])
    const own = await service.put(`/api/v1/discounts/${id}`, { key: store.key, body: { code: 'mio' } })
    assert.equal(own.status, 200)
  })

  test('403 on reactivating past the cap; an active one may still be changed', async () => {
    const store = await aStore(service, { plan: 'free' })
    const off = await aDiscount(service, store, { isActive: false })
    const on = []
    for (let i = 0; i < 5; i++) on.push(await aDiscount(service, store))
    const put = (id: string, body: object) => service.put(`/api/v1/discounts/${id}`, { key: store.key, body })
    assert.equal((await put(off.id, { isActive: true })).json.code, 'PLAN_LIMIT_REACHED')
    assert.equal((await put(on[0]!.id, { isActive: true, value: 20 })).status, 200)
    assert.equal((await put(on[0]!.id, { isActive: false })).status, 200)
    assert.equal((await put(off.id, { isActive: true })).status, 200)
  })

  test('orders already placed keep their discount', async () => {
    const store = await aStore(service)
    const { id } = await aDiscount(service, store, { code: 'DIEZ', value: 10 })
    const { variants } = await aProduct(service, store, { price: 50 })
    const body = { ...anOrder(store, [{ variantId: variants[0]!.id, quantity: 2 }]), discountCode: 'diez' }
    const placed = await service.post('/api/orders', { headers: anAddress(), body })
    await service.put(`/api/v1/discounts/${id}`, { key: store.key, body: { code: 'ONCE', value: 11 } })
    const order = await service.get(`/api/v1/orders/${placed.json.id}`, store.key)
    assert.deepEqual(order.json.data.discount, { code: 'DIEZ', amount: 10 })
    const { json } = await service.get('/api/v1/discounts', store.key)
    assert.equal(json.data[0]!.usedCount, 1)
  })
})
