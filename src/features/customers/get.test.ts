import assert from 'node:assert/strict'
import { suite, test } from 'node:test'
import { startService } from '../../../test/service.ts'
import { anAddress, anOrder, aProduct, aStore } from '../../../test/factories.ts'

const service = await startService()

suite('GET /api/v1/customers/:id', () => {
  test('shows a customer with the newest 50 orders in list shape', async () => {
    const store = await aStore(service)
    const { variants } = await aProduct(service, store, { price: 10 })
    for (let quantity = 1; quantity <= 52; quantity++) {
      const body = { ...anOrder(store, [{ variantId: variants[0]!.id, quantity }]), phone: '+50255551111' }
      assert.equal((await service.post('/api/orders', { headers: anAddress(), body })).status, 201)
    }
    const listed = (await service.get('/api/v1/customers', store.key)).json.data[0]
    const { json } = await service.get(`/api/v1/customers/${listed!.id}`, store.key)
    const { orders, ...customer } = json.data
    assert.deepEqual(customer, listed)
    assert.equal(customer.orderCount, 52)
    assert.deepEqual(orders, (await service.get('/api/v1/orders?limit=50', store.key)).json.data)
    assert.equal(orders[0]!.total, 520)
  })

  test('counts all orders, and sums the completed ones', async () => {
    const store = await aStore(service)
    const { variants } = await aProduct(service, store, { price: 33.35 })
    const placed: { id: string }[] = []
    for (const quantity of [1, 2, 3]) {
      const body = { ...anOrder(store, [{ variantId: variants[0]!.id, quantity }]), phone: '+50255551111' }
      placed.push((await service.post('/api/orders', { headers: anAddress(), body })).json)
    }
    const move = (n: number, status: string) =>
      service.put(`/api/v1/orders/${placed[n]!.id}`, { key: store.key, body: { status } })
    const spent = async () => {
      const { orderCount, totalSpent } = (await service.get('/api/v1/customers', store.key)).json.data[0]!
      return [orderCount, totalSpent]
    }
    assert.deepEqual(await spent(), [3, 0])
    await move(0, 'confirmed')
    await move(1, 'confirmed')
    assert.deepEqual(await spent(), [3, 100.05])
    await move(0, 'shipped')
    await move(0, 'delivered')
    await move(2, 'cancelled')
    assert.deepEqual(await spent(), [3, 100.05])
    await move(1, 'cancelled')
    assert.deepEqual(await spent(), [3, 33.35])
  })

  test("404 on an unknown customer and on another store's", async () => {
    const store = await aStore(service)
    const { variants } = await aProduct(service, store)
    const body = anOrder(store, [{ variantId: variants[0]!.id, quantity: 1 }])
    await service.post('/api/orders', { headers: anAddress(), body })
    const { id } = (await service.get('/api/v1/customers', store.key)).json.data[0]!
    const stranger = await aStore(service)
    for (const unknown of [id, 'nadie']) {
      const denied = await service.get(`/api/v1/customers/${unknown}`, stranger.key)
      assert.deepEqual([denied.status, denied.json.code], [404, 'NOT_FOUND'])
    }
  })
})
