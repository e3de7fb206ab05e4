import assert from 'node:assert/strict'
import { suite, test } from 'node:test'
import { startService } from '../../../test/service.ts'
import { aKey, aPlacedOrder, aStore } from '../../../test/factories.ts'

const service = await startService()

suite('GET /api/v1/orders/:id', () => {
  test('returns the full order, without the tracking token', async () => {
    const store = await aStore(service)
    const { id } = await aPlacedOrder(service, store, { address: '3a calle', notes: 'Sin prisa' })
    const { json } = await service.get(`/api/v1/orders/${id}`, store.key)
    assert.deepEqual(Object.keys(json.data), [
      'id',
      'orderNumber',
      'status',
      'customerName',
      'customerPhone',
      'customerAddress',
      'items',
      'currency',
      'subtotal',
      'discount',
      'shippingOption',
      'location',
      'payment',
      'total',
      'notes',
      'deliveryKind',
      'table',
      'wantedAt',
      'notifyCustomer',
      'phoneVerified',
      'isTest',
      'nextStatuses',
      'timeline',
      'proposal',
      'notification',
      'createdAt',
      'updatedAt',
    ])
    assert.deepEqual([json.data.customerAddress, json.data.notes], ['3a calle', 'Sin prisa'])
  })

  test("finds an order by the number that people say, in either case; never another store's", async () => {
    const [store, stranger] = [await aStore(service), await aStore(service)]
    const { id, orderNumber } = await aPlacedOrder(service, store)
    for (const number of [orderNumber, orderNumber.toLowerCase()]) {
      assert.equal((await service.get(`/api/v1/orders/${number}`, store.key)).json.data?.id, id, number)
      assert.equal((await service.get(`/api/v1/orders/${number}`, stranger.key)).status, 404)
    }
    assert.equal((await service.get(`/api/v1/orders/${orderNumber.slice(0, -1)}`, store.key)).status, 404)
  })

  test("404 on an unknown order, on another store's, and on a malformed id", async () => {
    const { id } = await aPlacedOrder(service, await aStore(service))
    const stranger = await aStore(service)
    for (const unknown of [id, 'nadie', '%00', 'a%20b', 'x'.repeat(500)]) {
      const refused = await service.get(`/api/v1/orders/${unknown}`, stranger.key)
      assert.deepEqual([refused.status, refused.json.code], [404, 'NOT_FOUND'], unknown)
    }
  })

  test('403 without the scope: writing does not imply reading', async () => {
    const store = await aStore(service)
    const { id } = await aPlacedOrder(service, store)
    const key = await aKey(service, { storeId: store.id, accountId: store.ownerId, scopes: ['orders:write'] })
    const refused = await service.get(`/api/v1/orders/${id}`, key)
    assert.deepEqual([refused.status, refused.json.details.requiredScope], [403, 'orders:read'])
  })
})
