import assert from 'node:assert/strict'
import { suite, test } from 'node:test'
import { startService } from './service.ts'
import { anAccount, aKey, aStore } from './factories.ts'

const service = await startService()
const { key } = await aStore(service)
const bodies = {
  products: { name: 'Café', price: 85 },
  categories: { name: 'Cafés' },
  discounts: { code: 'FERIA', type: 'fixed', value: 10 },
  shipping: { name: 'Moto', price: 20 },
  'store/webhooks': {
    url: 'https://93.184.216.34/',
    events: ['order.created'],
    secret: `whsec_${Buffer.alloc(32).toString('base64')}`,
  },
}

suite('the Location of what was created', () => {
  for (const [list, body] of Object.entries(bodies)) {
    test(`is the URL at which one of /${list} is read, updated and deleted`, async () => {
      const { status, headers, json } = await service.post(`/api/v1/${list}`, { key, body })
      assert.equal(status, 201)
      const location = headers.get('location')!
      assert.deepEqual((await service.get(location, key)).json, json)
      assert.equal((await service.put(location, { key, body: {} })).status, 200)
      assert.equal((await service.delete(location, key)).status, 200)
    })
  }

  test('is the URL at which a store is read and deleted', async () => {
    const account = await anAccount(service)
    const key = await aKey(service, { accountId: account.id, scopes: ['stores:read', 'stores:write'] })
    const body = { name: 'Café', slug: 'cafe-nuevo', currency: 'GTQ' }
    const { headers, json } = await service.post('/api/v1/stores', { key, body })
    const location = headers.get('location')!
    assert.deepEqual((await service.get(location, key)).json, json)
    assert.equal((await service.delete(location, key)).status, 200)
    assert.equal((await service.get(location, key)).status, 404)
  })
})
